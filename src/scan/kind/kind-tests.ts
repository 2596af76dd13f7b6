/** Tests of a sample, from which the detectors of kinds of content are made. */
import type { Sample } from './content-sample.ts'

export type KindTest = (sample: Sample) => boolean

/** At least this share of the lines, and at least so many. */
export function most(share: number, pattern: RegExp, least = 1): KindTest {
  return ({ lines }) => {
    const needed = Math.max(least, Math.ceil(lines.length * share))
    let fitting = 0
    for (let at = 0; at < lines.length && fitting < needed; at += 1) {
      if (fitting + lines.length - at < needed) return false
      if (fits(lines[at] ?? '', pattern)) fitting += 1
    }
    return fitting >= needed
  }
}

export function some(pattern: RegExp): KindTest {
  return ({ lines }) => lines.some(text => fits(text, pattern))
}

/** In one of the last lines, where tools say what came of it. */
export function atEnd(pattern: RegExp): KindTest {
  return ({ lines }) => lines.slice(-6).some(text => fits(text, pattern))
}

export function not(test: KindTest): KindTest {
  return sample => !test(sample)
}

export function both(one: KindTest, two: KindTest): KindTest {
  return sample => one(sample) && two(sample)
}

function fits(text: string, pattern: RegExp): boolean {
  pattern.lastIndex = 0
  return pattern.test(text)
}
