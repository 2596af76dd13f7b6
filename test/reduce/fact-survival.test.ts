import { describe, expect, it } from 'vitest'
import { proseBudget, summarizeProse } from '../../src/reduce/summarize-prose.ts'
import { factKinds, factText } from './facts.ts'

const texts = 100

/** How many facts of a hundred survive, and how much shorter the texts became. */
function survival(kind: (typeof factKinds)[number], length: number): { kept: number; ratio: number } {
  let kept = 0
  let ratio = 0
  for (let seed = 0; seed < texts; seed += 1) {
    const { text, fact } = factText(kind, seed, length)
    const summary = summarizeProse(text, proseBudget(text.length))
    if (summary.includes(fact)) kept += 1
    ratio += text.length / summary.length / texts
  }
  return { kept, ratio }
}

describe('D21: one fact among ten sentences survives', () => {
  it.each(factKinds)('$kind, in a sentence of about 110 characters, at three times less', kind => {
    const { kept, ratio } = survival(kind, 110)
    expect(kept).toBeGreaterThanOrEqual(95)
    expect(ratio).toBeGreaterThan(3)
  })

  it.each(factKinds)('$kind, in a sentence of 40 to 60 characters', kind => {
    const { kept, ratio } = survival(kind, 65)
    expect(kept).toBeGreaterThanOrEqual(95)
    expect(ratio).toBeGreaterThan(2)
  })
})
