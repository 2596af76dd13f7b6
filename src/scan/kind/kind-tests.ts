/** Tests of a sample, by which kinds of content are detected. */
import { holdsForMost } from '../holds-for-most.ts'
import { matchesAt } from '../matches-at.ts'
import type { Sample } from './content-sample.ts'

export type KindTest = (sample: Sample) => boolean

/** A minimum share and a minimum number of lines that match one of the patterns. */
export function minShare(share: number, patterns: RegExp | readonly RegExp[], minLines = 1): KindTest {
  const tried = [patterns].flat()
  return ({ lines }) =>
    holdsForMost(lines, Math.max(minLines, Math.ceil(lines.length * share)), line => fits(line, tried))
}

export function some(pattern: RegExp): KindTest {
  return ({ lines }) => lines.some(text => matchesAt(pattern, text))
}

/** In one of the last lines, where tools say what came of it. */
export function atEnd(pattern: RegExp): KindTest {
  return ({ lines }) => lines.slice(-6).some(text => matchesAt(pattern, text))
}

export function not(test: KindTest): KindTest {
  return sample => !test(sample)
}

export function either(...tests: readonly KindTest[]): KindTest {
  return sample => tests.some(test => test(sample))
}

export function both(one: KindTest, two: KindTest): KindTest {
  return sample => one(sample) && two(sample)
}

function fits(text: string, patterns: readonly RegExp[]): boolean {
  for (const pattern of patterns) if (matchesAt(pattern, text)) return true
  return false
}
