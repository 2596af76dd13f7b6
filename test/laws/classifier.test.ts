import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compress } from '../../src/compress.ts'
import type { Classifier } from '../../src/models/model.ts'
import type { ModelOptions } from '../../src/models/model-options.ts'
import type { SharedOptions } from '../../src/strategies/options/shared-options.ts'
import type { RulesOptions } from '../../src/strategies/rules/rules-options.ts'
import { hashText } from '../../src/tokens/hash.ts'
import { exactCounter } from '../../src/tokens/tokens.ts'
import { uncompressSync } from '../../src/uncompress.ts'
import { conversation } from './conversations.ts'

type Given = SharedOptions & { readonly rules?: RulesOptions; readonly model?: ModelOptions }

const settings: fc.Arbitrary<Given> = fc.record(
  {
    budget: fc.integer({ min: 1, max: 100 }).map((percent): `${number}%` => `${percent}%`),
    recencyWindow: fc.integer({ min: 0, max: 3 }),
    preserve: fc.subarray(['system', 'developer', 'user', 'assistant'] as const),
    dedup: fc.boolean(),
    rules: fc.record({
      fuzzyDedup: fc.boolean(),
      contradictionDetection: fc.boolean(),
      observationThreshold: fc.integer({ min: 50, max: 2000 }),
      forceConverge: fc.boolean(),
      embedSummaryId: fc.boolean(),
    }),
    model: fc.record({ classifierMode: fc.constantFrom('hybrid', 'full') }),
    trace: fc.boolean(),
  },
  { requiredKeys: ['recencyWindow'] },
)

/** Behaves as it likes, but towards the same text always in the same way. */
function moodyClassifier(mood: string, seen: string[]): Classifier {
  return text => {
    seen.push(text)
    const roll = Number.parseInt(hashText(mood + text).slice(0, 4), 16)
    const confidence = (roll >> 4) / 4095
    switch (roll % 8) {
      case 0:
        throw new Error('moody')
      case 1:
        return Promise.reject(new Error('moody'))
      case 2:
        return 'nonsense' as never
      case 3:
      case 4:
        return { decision: 'preserve', confidence, reason: `because of\n${text.slice(0, 40)}` }
      default:
        return Promise.resolve({ decision: 'compress', confidence })
    }
  }
}

const counter = exactCounter()
const runs = { numRuns: Number(process.env['FOVEA_RUNS'] ?? 30), interruptAfterTimeLimit: 100_000 }

describe('with any classifier', { timeout: 150_000 }, () => {
  it('nothing is lost, nothing grows, the view is valid, equal answers give equal views, no text is asked about twice', async () => {
    let decided = 0
    await fc.assert(
      fc.asyncProperty(conversation, settings, fc.string(), async ({ format, messages }, options, mood) => {
        const seen: string[] = []
        const given = { strategy: 'rules' as const, ...options, format: format.name, strict: true }
        const view = await compress(messages, {
          ...given,
          model: { ...options.model, classifier: moodyClassifier(mood, seen) },
        })

        const back = uncompressSync(view.messages, view.originalsByHash, { format: format.name })
        expect(JSON.stringify(back.messages)).toBe(JSON.stringify(messages))
        expect(format.check(view.messages)).toEqual(format.check(messages))
        const tokensOf = (raw: readonly unknown[]) =>
          format
            .read(raw)
            .flatMap(({ blocks }) => blocks)
            .reduce((sum, block) => sum + (block.type === 'opaque' ? 0 : counter.count(block.text)), 0)
        expect(tokensOf(view.messages)).toBeLessThanOrEqual(tokensOf(messages))
        const { budget, tokens } = view.receipt
        if (budget?.met) expect(tokens.after.tokens).toBeLessThanOrEqual(budget.tokens)

        expect(new Set(seen).size).toBe(seen.length)
        decided += seen.length
        const again = await compress(messages, {
          ...given,
          model: { ...options.model, classifier: moodyClassifier(mood, []), concurrency: 1 },
        })
        expect(JSON.stringify(again)).toBe(JSON.stringify(view))
        if (options.budget === undefined) {
          const classifier = moodyClassifier(mood, [])
          expect(
            (await compress(view.messages, { ...given, model: { ...options.model, classifier } })).messages,
          ).toBe(view.messages)
        }
      }),
      runs,
    )
    expect(decided).toBeGreaterThan(20)
  })
})
