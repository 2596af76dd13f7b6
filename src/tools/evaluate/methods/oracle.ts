/** The ceiling: knows what the agent will use, and shows the lines with the most of it per token. */
import { eachAtom } from '../../../measure/probes/atoms.ts'
import { binarySearch } from '../../../scan/binary-search.ts'
import { linesOf } from '../../../scan/lines.ts'
import type { History } from '../history.ts'
import type { Method } from '../method.ts'
import { viewSaying } from './text-view.ts'

export const oracle: Method = {
  name: 'oracle',
  describe: 'knows the future: the lines that hold what will be used',
  kind: 'ceiling',
  view: (history, tokens) => viewSaying(bestLines(history, tokens).join('\n')),
}

interface Candidate {
  readonly order: number
  readonly text: string
  readonly tokens: number
  readonly atoms: readonly string[]
  gain: number
}

function bestLines({ text, needed, counters }: History, tokens: number): readonly string[] {
  const open = new Set(needed)
  const gainOf = ({ atoms, tokens: cost }: Candidate): number =>
    atoms.filter(atom => open.has(atom)).length / cost
  const candidates = linesHolding(text, open, line => counters.counter.count(`${line}\n`))
  for (const candidate of candidates) candidate.gain = gainOf(candidate)
  // The best is last; a gain can only fall, so one that is still ahead of the next is the best of all.
  const queue = candidates.sort((one, other) => one.gain - other.gain || other.order - one.order)
  const chosen: Candidate[] = []
  let left = tokens
  for (let best = queue.pop(); best !== undefined && open.size > 0; best = queue.pop()) {
    if (best.tokens > left) continue
    best.gain = gainOf(best)
    if (best.gain === 0) continue
    const next = queue.at(-1)
    if (next !== undefined && next.gain > best.gain) {
      const { gain } = best
      const place = binarySearch(-1, queue.length, at => (queue[at] as Candidate).gain >= gain)
      queue.splice(place, 0, best)
      continue
    }
    chosen.push(best)
    left -= best.tokens
    for (const atom of best.atoms) open.delete(atom)
  }
  return chosen.sort((one, other) => one.order - other.order).map(line => line.text)
}

/** Characters shown on each side of an atom in a line too long to show whole. */
const margin = 60

function linesHolding(
  text: string,
  needed: ReadonlySet<string>,
  count: (line: string) => number,
): Candidate[] {
  const found = new Map<string, Candidate>()
  for (const line of linesOf(text))
    for (const piece of piecesOf(line.text, needed)) {
      if (found.has(piece)) continue
      const atoms = [...new Set(Array.from(eachAtom(piece), ({ atom }) => atom))].filter(atom =>
        needed.has(atom),
      )
      if (atoms.length > 0)
        found.set(piece, { order: found.size, text: piece, tokens: count(piece), atoms, gain: 0 })
    }
  return [...found.values()]
}

function piecesOf(line: string, needed: ReadonlySet<string>): readonly string[] {
  if (line.length <= 4 * margin) return [line]
  return Array.from(eachAtom(line))
    .filter(({ atom }) => needed.has(atom))
    .map(({ atom, at }) => wholeWords(line, at - margin, at + atom.length + margin))
}

/** Cut between words, so that no part of a name reads as another name. */
function wholeWords(line: string, from: number, to: number): string {
  const isInside = (at: number): boolean => /^[\w./@~#%+:?=&-]{2}$/.test(line.slice(at - 1, at + 1))
  let start = Math.max(0, from)
  while (start > 0 && start < from + margin && isInside(start)) start += 1
  let end = Math.min(line.length, to)
  while (end < line.length && end > to - margin && isInside(end)) end -= 1
  return line.slice(start, end).trim()
}
