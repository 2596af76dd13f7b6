/** The step for numbers that count up with the same text between them: `1, 2, 3, 4` and `host-01 host-02 host-03`. */
import type { TokenCounter } from '../../types.ts'
import type { Layer } from './codec.ts'
import { corruptEncoding } from './codec.ts'
import { markedLayer } from './marked-layer.ts'
import { TextParts } from './text-parts.ts'

const minItems = 4
const maxGapLength = 60
const maxNumbers = 1_000_000

export const enumerations: Layer = markedLayer({
  name: 'enumerations',
  marks: '~^',
  noteOf: mark => `${mark}1, ${mark}4${mark} = 1, 2, 3, 4`,
  note: /^(?<mark>.)1, \k<mark>4\k<mark> = 1, 2, 3, 4$/u,
  encode: folded,
  decode: unfolded,
})

/** The first number, the text between neighbours, and the last number. */
interface Run {
  readonly start: number
  readonly end: number
  readonly first: string
  readonly gap: string
  readonly last: string
  readonly count: number
}

function folded(text: string, mark: string, counter: TokenCounter): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end, first, gap, last, count } of runs(text)) {
    const marked = `${mark}${first}${gap}${mark}${last}${mark}`
    if (count < minItems || counter.count(text.slice(start, end)) <= counter.count(marked)) continue
    parts.push(text.slice(from, start), marked)
    from = end
  }
  return parts.join('') + text.slice(from)
}

/** Every number belongs to exactly one run; most runs have one number. */
function* runs(text: string): Generator<Run> {
  let run: Run | undefined
  for (const found of text.matchAll(/\d+/g)) {
    const [digits] = found
    const start = found.index
    const end = start + digits.length
    const gap = run === undefined ? '' : text.slice(run.end, start)
    if (run !== undefined && continues(run, gap, digits)) {
      run = { ...run, end, gap, last: digits, count: run.count + 1 }
      continue
    }
    if (run !== undefined) yield run
    run = { start, end, first: digits, gap: '', last: digits, count: 1 }
  }
  if (run !== undefined) yield run
}

function continues(run: Run, gap: string, digits: string): boolean {
  if (gap.length > maxGapLength || run.count === maxNumbers || (run.count > 1 && gap !== run.gap))
    return false
  return digits.length < maxDigits && digits === spelled(Number(run.last) + 1, run.first)
}

/** If the first number has leading zeros, the others are padded to the same length. */
function spelled(value: number, first: string): string {
  return String(value).padStart(first.length, '0')
}

/** Numbers with more digits are not exact. */
const maxDigits = 15

function unfolded(text: string, mark: string): string {
  const pieces = text.split(mark)
  if (pieces.length % 3 !== 1) throw corruptEncoding('an enumeration has no end')
  const parts = new TextParts()
  parts.add(pieces[0] ?? '')
  for (let at = 1; at < pieces.length; at += 3) {
    const begun = /^(\d{1,15})(\D.{0,60})$/s.exec(pieces[at] ?? '')
    const last = pieces[at + 1] ?? ''
    if (begun === null || !/^\d{1,15}$/.test(last)) throw corruptEncoding('an enumeration cannot be read')
    const [, first = '', gap = ''] = begun
    if (Number(last) - Number(first) > maxNumbers) throw corruptEncoding('an enumeration has no end in sight')
    parts.add(first)
    for (let value = Number(first) + 1; value <= Number(last); value += 1)
      parts.add(gap + spelled(value, first))
    parts.add(pieces[at + 2] ?? '')
  }
  return parts.join()
}
