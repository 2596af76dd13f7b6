/** Which files a patch touches: the `*** Begin Patch` grammar, and unified diffs. */
import { linesOf } from '../lines.ts'
import type { Intent } from './action.ts'
import { joinPath } from './shell/join-path.ts'

const fileLine = /^\*\*\* (Add|Update|Delete) File: (\S.*)$/
const moveLine = /^\*\*\* Move to: (\S.*)$/

export function isPatch(text: string): boolean {
  return text.slice(0, 2000).includes('*** Begin Patch')
}

/** In the order of the patch; an update that also moves is both. */
export function patchIntents(patch: string, directory?: string): readonly Intent[] {
  const intents: Intent[] = []
  for (const { text } of linesOf(patch)) {
    if (!text.startsWith('*** ')) continue
    const [, verb, named] = fileLine.exec(text) ?? []
    const to = moveLine.exec(text)?.[1]
    const last = intents.at(-1)
    if (named !== undefined)
      intents.push({
        type: patchTypes[verb as keyof typeof patchTypes],
        path: joinPath(directory, named.trimEnd()),
      })
    else if (to !== undefined && last?.type === 'modify')
      intents.push({ type: 'move', path: last.path, to: joinPath(directory, to.trimEnd()) })
  }
  return intents
}

const patchTypes = { Add: 'create', Update: 'modify', Delete: 'delete' } as const

const header = /^(---|\+\+\+) (?:[ab]\/)?([^\t]+)/

/** `--- a/x` and `+++ b/x` pairs; `/dev/null` on one side says created or deleted. */
export function diffIntents(diff: string, directory?: string): readonly Intent[] {
  const intents: Intent[] = []
  let before: string | undefined
  for (const { text } of linesOf(diff)) {
    const [, mark, name] = header.exec(text) ?? []
    if (mark === '---') before = name
    else if (mark === '+++' && before !== undefined && name !== undefined) {
      const path = joinPath(directory, name === '/dev/null' ? before : name)
      const type = name === '/dev/null' ? 'delete' : before === '/dev/null' ? 'create' : 'modify'
      intents.push({ type, path })
      before = undefined
    } else before = undefined
  }
  return intents
}
