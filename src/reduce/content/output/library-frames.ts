/** Library frames of a stack trace as one statement that names the libraries. */
import type { Fold } from './fold.ts'
import { libraryOf } from './stack-frame.ts'

const maxNames = 3

/** A fold for one run of library frames; `lineAt` gives the line of an index. */
export function libraryFrames(lineAt: (index: number) => string): Fold {
  return {
    shown: 0,
    value: 'noise',
    say: entries => {
      const names = new Set<string>()
      for (const index of entries) {
        const name = libraryOf(lineAt(index))
        if (name !== undefined) names.add(name)
        if (names.size > maxNames) break
      }
      const shown = [...names].slice(0, maxNames)
      const named = shown.length === 0 ? '' : `: ${shown.join(', ')}${names.size > maxNames ? ', …' : ''}`
      return `    … ${entries.length} library frames${named}`
    },
  }
}
