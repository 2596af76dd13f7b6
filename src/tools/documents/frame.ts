/** The first line of an encoded text: what it is, how to read it, and a checksum. */
import { hashText } from '../../tokens/hash.ts'
import type { Layered } from './codec.ts'

/** `Fovea text 1 482913007: 3 lines of short forms; ^n m = …` */
const firstLine = /^Fovea text 1 (\d{9}): ([^\n]+)\n/
const between = '; '

export interface Framed {
  readonly sum: string
  /** The notes of the steps, in the order in which they were applied. */
  readonly notes: readonly string[]
  /** The legends of all steps in that order, and the body of the last one. */
  readonly rest: string
}

/** Nine digits, three tokens: one of a thousand million changes goes unnoticed. */
export function sumOf(text: string): string {
  return String(Number.parseInt(hashText(text).slice(0, 12), 16) % 1_000_000_000).padStart(9, '0')
}

export function frame(sum: string, layers: readonly Layered[]): string {
  const notes = layers.map(({ note }) => note).join(between)
  const legends = layers.flatMap(({ legend }) => legend)
  return [`Fovea text 1 ${sum}: ${notes}`, ...legends, layers.at(-1)?.body ?? ''].join('\n')
}

/** `undefined` if the text does not begin like an encoded one. */
export function unframe(text: string): Framed | undefined {
  const found = firstLine.exec(text)
  if (found === null) return undefined
  return { sum: found[1] ?? '', notes: (found[2] ?? '').split(between), rest: text.slice(found[0].length) }
}
