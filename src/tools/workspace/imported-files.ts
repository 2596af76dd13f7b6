/** Files that a document has its reader load, as `@docs/style.md`: the reader is a program, so they stay as they are. */
import { fences } from '../../scan/fences.ts'
import { trimEndOf } from '../../scan/trim-end-of.ts'

/** Ends in a file name, begins as a path does, or is alone in its line. */
const imported = /(?<![^\s(])@(?:[~.]{0,2}\/)?[\w.-][\w./-]{0,300}/gu
const looksLikePath = /^@(?:~|\.{0,2}\/)|\.[A-Za-z][A-Za-z0-9]{0,7}$/u

export function importedFiles(text: string): readonly string[] {
  if (!text.includes('@')) return []
  const found = new Set<string>()
  const inFence = fences(text)
  let fence = 0
  for (const { 0: word, index } of text.matchAll(imported)) {
    while ((inFence[fence]?.end ?? Number.POSITIVE_INFINITY) <= index) fence += 1
    if (index >= (inFence[fence]?.start ?? Number.POSITIVE_INFINITY)) continue
    const name = trimEndOf(word, '.,')
    if (looksLikePath.test(name) || isAlone(text, index, word.length)) found.add(name)
  }
  return [...found]
}

function isAlone(text: string, start: number, length: number): boolean {
  const before = start === 0 || text.charAt(start - 1) === '\n'
  const after = text.slice(start + length, start + length + 2)
  return before && (after === '' || after.startsWith('\n') || after === '\r\n')
}
