/** Which files were changed, and when: changes that are certain, in order. */
import { isScratch } from '../../scan/actions/git-statements.ts'
import { fileName } from '../../scan/actions/shell/join-path.ts'
import type { Fact } from '../ledger.ts'

/** When a change that was read back from a rendering took place is not known well enough. */
export function isSureChange({ kind, isDoubtful, source, about }: Fact): boolean {
  return kind !== 'read' && isDoubtful !== true && source !== undefined && !isNotes(about)
}

/** Scratch files and the agent's own notes are no part of the work. */
function isNotes(path: string): boolean {
  return (
    isScratch(path) || /\/\.(?:claude|codex|gemini|cursor)\/(?:plans|projects|tmp|memory|todos)\//.test(path)
  )
}

const mostNames = 6

/** `3 files changed since: a.ts, b.ts`; empty where there are none. `before`: the same, as it stood earlier. */
export function changedSince(changes: readonly Fact[], turn: number, before = ''): string {
  const [, count = '0', listed = ''] = /^(\d{1,7}) files? changed since: (.*)$/s.exec(before) ?? []
  const known = listed === '' ? [] : listed.split(', ').filter(name => name !== '…')
  const paths = new Set<string>()
  for (let at = firstIndex(changes, turn + 1); at < changes.length; at += 1)
    paths.add((changes[at] as Fact).about)
  const names = new Set([...known, ...Array.from(paths, fileName)])
  const total = Number(count) + paths.size - [...paths].filter(path => known.includes(fileName(path))).length
  if (total === 0) return ''
  const shown = [...names].slice(-mostNames)
  const more = total > shown.length ? ['…'] : []
  return `${total} ${total === 1 ? 'file' : 'files'} changed since: ${[...more, ...shown].join(', ')}`
}

/** The first of facts in order that is of this turn or a later one. */
export function firstIndex(facts: readonly Fact[], turn: number): number {
  let low = 0
  for (let high = facts.length; low < high; ) {
    const middle = (low + high) >> 1
    if ((facts[middle] as Fact).turn < turn) low = middle + 1
    else high = middle
  }
  return low
}
