import { describe, expect, it, vi } from 'vitest'
import { type ClassifyRequest, classifyAll } from '../../src/models/classify-all.ts'
import type { Classification, Classifier } from '../../src/models/model.ts'
import { classificationNotes } from '../../src/models/outcome-notes.ts'

const request = (key: string, text = `text of ${key}`): ClassifyRequest => ({ key, text, role: 'user' })

const keep: Classification = { decision: 'preserve', confidence: 0.9, reason: 'a decision' }

describe('classifyAll', () => {
  it('gives each request its decision, in order, from a classifier that answers at once or later', async () => {
    const classifier: Classifier = text =>
      text.endsWith('a') ? keep : Promise.resolve({ decision: 'compress' })
    const { results, outcomes, calls } = await classifyAll([request('b'), request('a')], { classifier })
    expect([...results]).toEqual([
      ['b', { decision: 'compress', confidence: 1, reason: '' }],
      ['a', keep],
    ])
    expect(calls).toBe(2)
    expect(classificationNotes(outcomes)).toEqual([
      { code: 'classification-preserve', message: '1 text to be preserved, by the classifier.' },
      { code: 'classification-compress', message: '1 text to be compressed, by the classifier.' },
    ])
  })

  it('says to the classifier who spoke and what matters', async () => {
    const classifier = vi.fn<Classifier>(() => keep)
    await classifyAll([{ ...request('a'), role: 'tool', preserveTerms: ['x'] }, request('b')], { classifier })
    expect(classifier.mock.calls[0]?.[1]).toMatchObject({ role: 'tool', preserveTerms: ['x'] })
    expect(classifier.mock.calls[1]?.[1]).toEqual({ role: 'user', signal: expect.any(AbortSignal) })
  })

  it.each<[answer: unknown, why: string]>([
    [undefined, 'the answer is of type undefined'],
    [null, 'the answer is of type null'],
    ['preserve', 'the answer is of type string'],
    [{}, 'the decision is neither "preserve" nor "compress"'],
    [['preserve'], 'the decision is neither "preserve" nor "compress"'],
    [{ decision: 'delete' }, 'the decision is neither "preserve" nor "compress"'],
    [{ decision: 'preserve', confidence: 7 }, 'the confidence is no number from 0 to 1'],
    [{ decision: 'preserve', confidence: -1 }, 'the confidence is no number from 0 to 1'],
    [{ decision: 'preserve', confidence: Number.NaN }, 'the confidence is no number from 0 to 1'],
    [{ decision: 'preserve', confidence: 'high' }, 'the confidence is no number from 0 to 1'],
    [{ decision: 'preserve', confidence: 0.49 }, 'a confidence of 0.49 is below 0.5'],
  ])('does not use %j', async (answer, why) => {
    const { results, outcomes } = await classifyAll([request('a')], { classifier: () => answer as never })
    expect(results.size).toBe(0)
    expect(outcomes).toEqual([{ key: 'a', outcome: 'rejected', why }])
    expect(classificationNotes(outcomes)).toEqual([
      {
        code: 'classification-rejected',
        message: `1 text not decided by the classifier: its answer was rejected (${why}).`,
      },
    ])
  })

  it('uses answers from the wanted confidence on', async () => {
    const unsure: Classifier = () => ({ decision: 'preserve', confidence: 0.5 })
    const usedAt = async (minConfidence?: number) =>
      (await classifyAll([request('a')], { classifier: unsure, minConfidence })).results.size
    expect(await usedAt()).toBe(1)
    expect(await usedAt(0.51)).toBe(0)
    expect(await usedAt(0)).toBe(1)
  })

  it('goes on where the classifier throws, hangs or sets a trap', async () => {
    const classifier: Classifier = text => {
      if (text.endsWith('throws')) throw new Error('overloaded')
      if (text.endsWith('hangs')) return new Promise(() => {})
      if (text.endsWith('traps'))
        return {
          get decision(): never {
            throw new Error('trap')
          },
        }
      return keep
    }
    const requests = ['throws', 'hangs', 'traps', 'answers'].map(key => request(key))
    const { results, outcomes } = await classifyAll(requests, { classifier, timeoutMs: 20 })
    expect([...results.keys()]).toEqual(['answers'])
    expect(outcomes.slice(0, 3)).toEqual([
      { key: 'throws', outcome: 'failed', why: 'overloaded' },
      { key: 'hangs', outcome: 'timed-out', why: 'no answer within 20 ms' },
      { key: 'traps', outcome: 'failed', why: 'trap' },
    ])
  })

  it('calls once for each distinct text, a few at a time, up to the cap and what was spent of it', async () => {
    let open = 0
    let most = 0
    const classifier = vi.fn<Classifier>(async () => {
      open += 1
      most = Math.max(most, open)
      await new Promise(resolve => setImmediate(resolve))
      open -= 1
      return keep
    })
    const requests = Array.from({ length: 40 }, (_, at) => request(String(at), `text ${at % 20}`))
    const { outcomes, calls } = await classifyAll(requests, {
      classifier,
      concurrency: 3,
      maxCalls: 15,
      callsBefore: 5,
    })
    expect(calls).toBe(10)
    expect(classifier).toHaveBeenCalledTimes(10)
    expect(most).toBe(3)
    expect(outcomes.filter(({ outcome }) => outcome === 'preserve')).toHaveLength(20)
    expect(outcomes[10]).toEqual({ key: '10', outcome: 'over-cap', why: 'at most 15 calls' })
  })

  it('ends when it is aborted', async () => {
    const controller = new AbortController()
    const classifier = vi.fn<Classifier>(() => new Promise(() => {}))
    const run = classifyAll([request('a'), request('b')], {
      classifier,
      concurrency: 1,
      signal: controller.signal,
    })
    await vi.waitFor(() => expect(classifier).toHaveBeenCalledTimes(1))
    controller.abort()
    expect((await run).outcomes.map(({ outcome }) => outcome)).toEqual(['aborted', 'aborted'])
    expect(classifier).toHaveBeenCalledTimes(1)
  })

  it('hides what no note may repeat before it cuts', async () => {
    const secret = 'password-of-some-length'
    const hide = (text: string) => text.replaceAll(secret, '***')
    const long = `${'x'.repeat(290)} ${secret}`
    const reasons = await classifyAll([request('a')], { classifier: () => ({ ...keep, reason: long }), hide })
    const failures = await classifyAll([request('a')], { classifier: () => Promise.reject(long), hide })
    const shown = JSON.stringify([reasons.outcomes, [...reasons.results], failures.outcomes])
    expect(shown).toContain('xxx ***')
    expect(shown).not.toContain('passw')
  })
})
