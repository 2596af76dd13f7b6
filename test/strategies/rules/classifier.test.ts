import { describe, expect, it, vi } from 'vitest'
import { compress, compressSync } from '../../../src/compress.ts'
import type { Classification, Classifier } from '../../../src/models/model.ts'
import type { ModelOptions } from '../../../src/models/model-options.ts'
import type { SharedOptions } from '../../../src/strategies/options/shared-options.ts'
import type { RulesOptions } from '../../../src/strategies/rules/rules-options.ts'
import { uncompressSync } from '../../../src/uncompress.ts'
import { prose, type Said, said } from './said.ts'

const closing = said('user', 'Thanks, go on.', 99)
const sql = Array.from(
  { length: 30 },
  (_, at) => `SELECT id, total FROM orders_${at} JOIN customers ON customers.id = orders_${at}.customer_id;`,
).join('\n')
const json = JSON.stringify(Array.from({ length: 60 }, (_, id) => ({ id, total: id * 10 })))
const fence = `\`\`\`ts\n${Array.from({ length: 60 }, (_, at) => `const value${at} = compute(${at}, 2, 3)`).join('\n')}\n\`\`\``
const split = `${prose(700)}\n\n${fence}\n`

interface Given extends SharedOptions {
  readonly rules?: RulesOptions
  readonly model?: ModelOptions
}

const run = (messages: readonly Said[], classifier: Classifier, { model, ...options }: Given = {}) =>
  compress(messages, {
    strategy: 'rules',
    recencyWindow: 0,
    strict: true,
    trace: true,
    model: { classifier, ...model },
    ...options,
  })

/** Says the same of every text, and remembers the texts. */
function saying(answer: Classification) {
  return vi.fn<Classifier>(() => answer)
}
const preserve = { decision: 'preserve', confidence: 0.9, reason: 'agreed wording' } as const
const shorten = { decision: 'compress', confidence: 0.8, reason: 'small talk' } as const

const seenBy = (classifier: { mock: { calls: unknown[][] } }) => classifier.mock.calls.map(([text]) => text)

describe('a classifier', () => {
  it('keeps what the rules would shorten, and says why', async () => {
    const messages = [said('user', prose(900), 1), closing]
    const { messages: view, receipt } = await run(messages, saying(preserve))
    expect(view).toBe(messages)
    expect(receipt.decisions?.[0]).toMatchObject({
      action: 'keep',
      reason: 'the classifier says preserve, 0.90: agreed wording',
    })
    expect(receipt.notes).toEqual([
      { code: 'classification-preserve', message: '1 text to be preserved, by the classifier.' },
    ])
  })

  it('agrees with the rules, and says why, of merged messages too', async () => {
    const messages = [said('user', prose(900), 1), said('user', prose(900, 'b'), 2), closing]
    const { messages: view, receipt } = await run(messages, saying(shorten))
    expect(view).toEqual(compressSync(messages, { strategy: 'rules', recencyWindow: 0 }).messages)
    expect(receipt.decisions?.slice(0, 2).map(({ reason }) => reason)).toEqual([
      'prose (the classifier says compress, 0.80: small talk)',
      'prose (the classifier says compress, 0.80: small talk), same speaker',
    ])
  })

  it('parts what would be merged', async () => {
    const messages = [1, 2, 3].map(at => said('user', prose(900, `s${at}`), at))
    const classifier: Classifier = text => (text === messages[1]?.content ? preserve : shorten)
    const { messages: view } = await run([...messages, closing], classifier)
    expect(view).toHaveLength(4)
    expect(view[1]).toBe(messages[1])
  })

  it('in full mode may have an excerpt made of what is kept for its form, which comes back', async () => {
    for (const content of [sql, json, fence]) {
      const messages = [said('tool', content, 1), closing]
      const {
        messages: view,
        receipt,
        originalsByHash,
      } = await run(messages, saying(shorten), { model: { classifierMode: 'full' } })
      expect(view[0]?.content, content.slice(0, 20)).toMatch(/stored: db_[0-9a-f]{12}\]/)
      expect(receipt.decisions?.[0]?.reason).toMatch(/ \(the classifier says compress, 0\.80: small talk\)$/)
      expect(JSON.stringify(uncompressSync(view, originalsByHash).messages)).toBe(JSON.stringify(messages))
      expect((await run(view, saying(shorten), { model: { classifierMode: 'full' } })).messages).toBe(view)
      expect((await run(messages, saying(preserve), { model: { classifierMode: 'full' } })).messages).toBe(
        messages,
      )
    }
  })

  it('in full mode decides about messages with code in them, which hybrid mode splits', async () => {
    const messages = [said('assistant', split, 1), closing]
    const hybrid = saying(preserve)
    expect((await run(messages, hybrid)).messages[0]?.content).toMatch(/^\[summary: /)
    expect(hybrid).not.toHaveBeenCalled()
    expect((await run(messages, saying(preserve), { model: { classifierMode: 'full' } })).messages).toBe(
      messages,
    )
    const { messages: view } = await run(messages, saying(shorten), { model: { classifierMode: 'full' } })
    expect(view[0]?.content).toContain(fence)
  })

  it('in hybrid mode leaves to the rules what they excerpt', async () => {
    const long = `You must never deploy on Friday. ${prose(5000)}`
    const messages = [said('user', long, 1), said('tool', json, 2), closing]
    const options = { rules: { observationThreshold: 300 } }
    const hybrid = saying(preserve)
    const { receipt } = await run(messages, hybrid, options)
    expect(receipt.changes.map(({ reducer }) => reducer)).toEqual(['excerpt', 'excerpt'])
    expect(hybrid).not.toHaveBeenCalled()
    const full = saying(preserve)
    expect((await run(messages, full, { ...options, model: { classifierMode: 'full' } })).messages).toBe(
      messages,
    )
    expect(full).toHaveBeenCalledTimes(2)
  })

  it('is not shown key material that stays anyway', async () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n'.repeat(6)}-----END PRIVATE KEY-----`
    const classifier = saying(shorten)
    const messages = [said('tool', key, 1), closing]
    expect((await run(messages, classifier, { model: { classifierMode: 'full' } })).messages).toBe(messages)
    expect(classifier).not.toHaveBeenCalled()
  })

  it.each(['hybrid', 'full'] as const)(
    'in %s mode never sees, and never changes, what is protected',
    async mode => {
      const messages = [
        said('system', prose(900, 'system'), 1),
        said('user', prose(900, 'pinned'), 2),
        said('user', `You must never deploy on Friday. ${prose(400, 'constraint')}`, 3),
        said('assistant', prose(900, 'calling'), 4, {
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'run', arguments: '{}' } }],
        }),
        said('tool', 'short', 5, { tool_call_id: 'c1' }),
        said('assistant', `PATTERN ${prose(900, 'pattern')}`, 6),
        said('assistant', prose(900, 'open'), 7),
        said('user', prose(900, 'last user'), 8),
        said('assistant', prose(900, 'recent'), 9),
      ]
      const classifier = saying(shorten)
      const { receipt } = await run(messages, classifier, {
        model: { classifierMode: mode },
        pins: [1],
        preservePatterns: [/PATTERN/],
        recencyWindow: 1,
      })
      expect(seenBy(classifier)).toEqual([messages[6]?.content])
      expect(receipt.changes.map(({ message }) => message)).toEqual([6])
    },
  )

  it('has no say about views of an earlier round', async () => {
    const first = await run([said('assistant', prose(900), 1), closing], saying(shorten))
    const classifier = saying(shorten)
    const second = await run([...first.messages, said('user', 'More.', 100)], classifier, {
      model: { classifierMode: 'full' },
    })
    expect(classifier).not.toHaveBeenCalled()
    expect(second.receipt.changes).toEqual([])
  })

  it('costs nothing but its time where it fails, in either mode', async () => {
    const messages = [said('assistant', prose(900), 1), said('tool', sql, 2), closing]
    const alone = compressSync(messages, { strategy: 'rules', recencyWindow: 0 })
    for (const [code, bad] of [
      ['classification-failed', () => Promise.reject(new Error('no model'))],
      [
        'classification-failed',
        () => {
          throw new Error('no model')
        },
      ],
      ['classification-timed-out', () => new Promise(() => {})],
      ['classification-rejected', () => 'preserve'],
      ['classification-rejected', () => ({ ...preserve, confidence: 0.1 })],
    ] as const)
      for (const classifierMode of ['hybrid', 'full'] as const) {
        const view = await run(messages, bad as Classifier, { model: { classifierMode, timeoutMs: 20 } })
        expect(view.messages).toEqual(alone.messages)
        expect(view.receipt.changes).toEqual(alone.receipt.changes)
        expect(view.receipt.notes.map(note => note.code)).toEqual([code])
      }
  })

  it('is asked as `classifying` says', async () => {
    const messages = Array.from({ length: 12 }, (_, at) =>
      said(at % 2 ? 'assistant' : 'user', prose(900, `s${at}`), at),
    )
    const contexts: unknown[] = []
    const classifier = vi.fn<Classifier>((_, context) => {
      contexts.push(context)
      return { ...preserve, confidence: 0.6 }
    })
    const capped = await run([...messages, closing], classifier, {
      model: { maxCalls: 5, preserveTerms: ['left-pad'] },
    })
    expect(classifier).toHaveBeenCalledTimes(5)
    expect(contexts[1]).toMatchObject({ role: 'assistant', preserveTerms: ['left-pad'] })
    expect(capped.receipt.notes).toEqual([
      { code: 'classification-preserve', message: '5 texts to be preserved, by the classifier.' },
      {
        code: 'classification-over-cap',
        message: '7 texts not decided by the classifier: no calls left (the first: at most 5 calls).',
      },
    ])
    const sure = await run([...messages, closing], classifier, { model: { minConfidence: 0.7 } })
    expect(sure.receipt.notes[0]?.code).toBe('classification-rejected')
    const aborted = await run([...messages, closing], classifier, { model: { signal: AbortSignal.abort() } })
    expect(aborted.receipt.notes[0]?.code).toBe('classification-aborted')
    expect(classifier).toHaveBeenCalledTimes(5 + messages.length)
  })

  it('is asked about further texts, once each, where what it preserves presses on them', async () => {
    const messages = [
      ...Array.from({ length: 40 }, (_, at) => said(at % 2 ? 'assistant' : 'user', prose(900, `s${at}`), at)),
      closing,
    ]
    const rulesAlone = compressSync(messages, { strategy: 'rules', budget: '80%' })
    const classifier = vi.fn<Classifier>(text => (text.includes('round s2') ? preserve : shorten))
    const { receipt } = await run(messages, classifier, { budget: '80%' })
    expect(receipt.budget?.met).toBe(true)
    const seen = seenBy(classifier)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(rulesAlone.receipt.changes.length)
    expect(seen.length).toBeLessThan(40)
    for (const { message } of receipt.changes) expect(seen).toContain(messages[message]?.content)
    const capped = vi.fn<Classifier>(() => preserve)
    await run(messages, capped, { budget: '50%', model: { maxCalls: 25 } })
    expect(capped).toHaveBeenCalledTimes(25)
  })

  it('gives way to a budget, where it is least sure first', async () => {
    const messages = [
      ...Array.from({ length: 20 }, (_, at) => said(at % 2 ? 'assistant' : 'user', prose(900, `s${at}`), at)),
      closing,
    ]
    const confidences = new Map(messages.map(({ content }, at) => [content, 0.6 + ((at * 7) % 20) / 100]))
    const classifier: Classifier = text => ({ decision: 'preserve', confidence: confidences.get(text) })
    const { receipt } = await run(messages, classifier, { budget: '60%' })
    expect(receipt.budget?.met).toBe(true)
    const note = receipt.notes.find(({ code }) => code === 'classification-over-budget')
    expect(note?.message).toMatch(
      /^\d+ of 20 texts that the classifier would preserve had room in the budget\.$/,
    )
    const confidenceOf = (message: number) => confidences.get(messages[message]?.content ?? '') ?? 0
    const kept =
      receipt.decisions?.filter(({ reason }) => reason.startsWith('the classifier says preserve')) ?? []
    expect(kept.length).toBeGreaterThan(0)
    for (const change of receipt.changes)
      for (const { message } of kept)
        expect(confidenceOf(message)).toBeGreaterThan(confidenceOf(change.message))
    const impossible = await run(messages, classifier, { budget: 10 })
    expect(impossible.receipt.budget?.met).toBe(false)
    expect(impossible.messages).toEqual(compressSync(messages, { strategy: 'rules', budget: 10 }).messages)
  })

  it('is not asked where the request fits its budget or is below the threshold', async () => {
    const classifier = saying(shorten)
    const messages = [said('assistant', prose(900), 1), closing]
    await run(messages, classifier, { budget: 1e6 })
    await run(messages, classifier, { compressionThreshold: 1e6 })
    expect(classifier).not.toHaveBeenCalled()
  })

  it('decides before a summarizer is asked', async () => {
    const messages = [said('user', prose(900), 1), said('assistant', prose(900, 'b'), 2), closing]
    const summarizer = vi.fn(() => 'They talked.')
    const classifier: Classifier = text => (text === messages[0]?.content ? preserve : shorten)
    const { messages: view, receipt } = await run(messages, classifier, { model: { summarizer } })
    expect(summarizer).toHaveBeenCalledTimes(1)
    expect(view[0]).toBe(messages[0])
    expect(view[1]?.content).toContain('They talked.')
    expect(receipt.decisions?.[1]?.reason).toBe(
      'prose (the classifier says compress, 0.80: small talk), by the model',
    )
  })

  it('is refused by compressSync, which cannot wait for it', () => {
    const classifier = saying(preserve)
    const messages = [said('assistant', prose(900), 1), closing]
    const { receipt } = compressSync(messages, { recencyWindow: 0, model: { classifier } as never })
    expect(receipt.notes).toEqual([
      { code: 'invalid-option', message: 'compressSync cannot wait for a model; compress can.' },
    ])
    expect(classifier).not.toHaveBeenCalled()
  })
})

describe('a pattern', () => {
  it('beats a budget that cuts', () => {
    const messages = [said('tool', `PATTERN ${json}`, 1), said('tool', json, 2), closing]
    const { messages: view } = compressSync(messages, {
      strategy: 'rules',
      recencyWindow: 0,
      budget: 300,
      rules: { forceConverge: true },
      preservePatterns: [/PATTERN/],
    })
    expect(view[0]).toBe(messages[0])
    expect(view[1]?.content).toMatch(/^\[truncated — /)
  })
})

describe('secrets in what a model says', () => {
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  const messages = [said('user', prose(900), 1), closing]

  it.each([288, 50, 0])('stay out of the receipt, %i characters before them', async before => {
    const text = `${'x'.repeat(before)} refused ${token}`
    const fails = () => Promise.reject(new Error(text))
    const receipts = [
      await run(messages, fails),
      await run(messages, () => ({ ...preserve, reason: text })),
      await run(messages, () => shorten, { model: { summarizer: fails } }),
      await run(messages, () => shorten, { model: { summarizer: () => `He said "${text} and so on".` } }),
    ].map(({ receipt }) => JSON.stringify(receipt))
    for (const receipt of receipts) {
      expect(receipt).not.toContain('ghp_')
      expect(receipt).not.toContain('a1B2c3')
    }
    if (before === 0) for (const receipt of receipts) expect(receipt).toContain('refused ')
  })
})
