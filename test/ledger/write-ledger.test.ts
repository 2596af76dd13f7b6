import { describe, expect, it } from 'vitest'
import { createLedger, mergeLedgers, parseLedger, renderLedger, writeLedger } from '../../src/ledger/index.ts'
import { aiSdkLedgerWriter } from '../../src/models/index.ts'
import type { LedgerWriter } from '../../src/models/model.ts'

const messages = [
  { role: 'user', content: 'Make src/parser.ts accept empty input. Never touch the lexer!' },
  { role: 'assistant', content: 'I decided to return an empty list. This keeps the callers simple.' },
  { role: 'user', content: 'Good. Then add tests.' },
]
const plain = createLedger(messages)
const honest: LedgerWriter = () => ({
  intent: 'src/parser.ts shall accept empty input.',
  state: 'The decision is made; tests are missing.',
  next: ['Add tests for empty input.'],
  decisions: [{ decision: 'Empty input gives an empty list.', why: 'It keeps the callers simple.' }],
})

describe('a ledger with prose by a model', () => {
  it('shows it beside what was said, and never as somebody’s words', async () => {
    const { ledger, notes, calls } = await writeLedger(messages, { writer: honest })
    const { text } = renderLedger(ledger)
    expect({ notes, calls }).toEqual({ notes: [], calls: 1 })
    expect(text).toContain('- original #1 user: Make src/parser.ts accept empty input.')
    expect(text).toContain('- written #3: src/parser.ts shall accept empty input.\n')
    expect(text).toContain(
      '- written #3: Empty input gives an empty list.\n  Why: It keeps the callers simple.\n',
    )
    expect(text).toContain('- written #3: Add tests for empty input.\n')
    expect(text).toContain('- #1 user: Never touch the lexer!\n')
  })

  it('comes back from its rendering, and merges by the same rules', async () => {
    const { ledger } = await writeLedger(messages, { writer: honest })
    const { text } = renderLedger(ledger)
    expect(renderLedger(parseLedger(text)).text).toBe(text)
    expect(mergeLedgers(ledger, ledger)).toEqual(ledger)
    expect(mergeLedgers(plain, ledger)).toEqual(ledger)
  })

  it('lets later prose take the place of earlier, but for decisions', async () => {
    const { ledger: first } = await writeLedger(messages, { writer: honest })
    const { ledger } = await writeLedger([{ role: 'assistant', content: 'The tests are written.' }], {
      writer: () => ({
        state: 'The tests are written.',
        next: ['Push src/parser.ts.'],
        decisions: ['Tests come first.'],
      }),
      ledger: first,
      from: 3,
    })
    const written = ledger.rows.filter(({ state }) => state === 'written')
    expect(written.map(({ section, value }) => `${section}: ${value}`)).toEqual([
      'intent: src/parser.ts shall accept empty input.',
      'decisions: Empty input gives an empty list.',
      'decisions: Tests come first.',
      'state: The tests are written.',
      'next: Push src/parser.ts.',
    ])
  })

  it.each<[string, LedgerWriter, RegExp]>([
    ['lies', () => ({ state: 'All of src/other.ts is done.' }), /src\/other\.ts.*occurs nowhere/],
    ['echoes what it reads', text => text, /no entry of a ledger/],
    ['throws', () => Promise.reject(new Error('no quota')), /no quota/],
    [
      'throws at once',
      () => {
        throw new Error('broken')
      },
      /broken/,
    ],
    ['hangs', () => new Promise(() => {}), /no answer within 20 ms/],
    ['says nothing', () => undefined, /no entry of a ledger/],
  ])('is the ledger as it is where the model %s', async (_, writer, why) => {
    const { ledger, notes } = await writeLedger(messages, { writer, writing: { timeoutMs: 20 } })
    expect(ledger).toEqual(plain)
    expect(notes).toHaveLength(1)
    expect(notes[0]?.message).toMatch(why)
  })

  it('can be given up, and can be forbidden', async () => {
    const asked: string[] = []
    const writer: LedgerWriter = text => {
      asked.push(text)
      return {}
    }
    const aborted = await writeLedger(messages, { writer, writing: { signal: AbortSignal.abort() } })
    const forbidden = await writeLedger(messages, { writer, writing: { maxCalls: 0 } })
    expect([aborted.ledger, forbidden.ledger]).toEqual([plain, plain])
    expect(aborted.notes[0]?.code).toBe('ledger-aborted')
    expect(forbidden.notes[0]?.code).toBe('ledger-over-cap')
    expect(asked).toEqual([])
  })

  it('shows the model no secret', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    let shown = ''
    await writeLedger([...messages, { role: 'user', content: `Use ${secret} for it.` }], {
      writer: text => {
        shown = text
        return {}
      },
    })
    expect(shown).toContain('Never touch the lexer!')
    expect(shown).not.toContain(secret)
  })

  it('asks a ready-made writer for JSON, whatever is written around it', async () => {
    const answer = 'Here it is:\n{"state": "Tests are missing.", "next": [], "decisions": []}\nDone.'
    const writer = aiSdkLedgerWriter({
      doGenerate: async () => ({ content: [{ type: 'text', text: answer }], finishReason: 'stop' }),
    })
    const { ledger, notes } = await writeLedger(messages, { writer })
    expect(notes).toEqual([])
    expect(ledger.rows.find(({ state }) => state === 'written')?.value).toBe('Tests are missing.')
  })
})
