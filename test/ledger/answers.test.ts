import { describe, expect, it } from 'vitest'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { parseLedger } from '../../src/ledger/markdown/parse-ledger.ts'
import { renderLedger } from '../../src/ledger/markdown/render-ledger.ts'
import { mergeLedgers } from '../../src/ledger/merge-ledgers.ts'
import type { Message } from '../../src/types.ts'
import { answered, said } from '../tools/evaluate/messages.ts'

const session: readonly Message[] = [
  said('user', 'Make the parser faster.'),
  said('assistant', 'The lexer is the slow part. Shall I rewrite it?'),
  said('user', 'yes'),
  said('assistant', 'Done. Shall I commit it?'),
  said('user', "no, let's measure it first"),
  said('assistant', 'It is twice as fast.'),
  said('user', 'great, go on'),
]
const decisions = (messages: readonly Message[]) =>
  ledgerOfMessages(messages).rows.filter(
    ({ section, state }) => section === 'decisions' && state !== 'hidden',
  )

describe('a reply to a question', () => {
  it('is a decision with the question beside it', () => {
    expect(decisions(session)).toMatchObject([
      { value: 'yes', note: 'The lexer is the slow part. Shall I rewrite it?', by: 'user', first: 2 },
      { value: "no, let's measure it first", note: 'Shall I commit it?', by: 'user', first: 4 },
    ])
  })

  it('is shown, and comes back from what is shown', () => {
    const { text } = renderLedger(ledgerOfMessages(session))
    expect(text).toContain('- #3 user: yes\n  Asked: The lexer is the slow part. Shall I rewrite it?\n')
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  it('is distinct from the same reply to another question', () => {
    const twice = [...session.slice(0, 4), said('user', 'yes')]
    const { text } = renderLedger(ledgerOfMessages(twice))
    expect(decisions(twice).map(({ note }) => note)).toEqual([
      'The lexer is the slow part. Shall I rewrite it?',
      'Shall I commit it?',
    ])
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  const choices = said(
    'assistant',
    '1. It is slow.\n2. It is large.\n\nOptions:\n1. **Remove** the cache\n2. **Show** the cache\n3. **Log** each access\n\nShall I remove or show the cache?',
  )

  it.each([
    ['3', ['3. **Log** each access']],
    ['1+2', ['1. **Remove** the cache', '2. **Show** the cache']],
    ['option 2, please', ['2. **Show** the cache']],
    ['yes', []],
    ['1000 is too many', []],
  ])('that is a number has the option that it names: %s', (reply, options) => {
    const messages = [...session.slice(0, 1), choices, said('user', reply)]
    const notes = decisions(messages).flatMap(({ note }) => note ?? [])
    if (reply !== '1000 is too many')
      expect(notes).toEqual([[...options, 'Shall I remove or show the cache?'].join('\n')])
    else expect(notes.join()).not.toContain('**')
    const { text } = renderLedger(ledgerOfMessages(messages))
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  it.each(['1. Monday\n2. Economy\n3. No, thanks.', '1) Monday, 2) economy, 3) no'])(
    'that goes through numbered questions has all of them: %j',
    reply => {
      const asked = said(
        'assistant',
        'I need to know:\n1. Which day is it?\n2. Which class is it?\n3. Shall I insure the trip?',
      )
      expect(decisions([...session.slice(0, 1), asked, said('user', reply)])[0]?.note).toBe(
        '1. Which day is it?\n2. Which class is it?\n3. Shall I insure the trip?',
      )
    },
  )

  it('says what the question is about, where that is in the sentence before it', () => {
    const questions = (text: string) =>
      ledgerOfMessages([said('user', 'Look.'), said('assistant', text)])
        .rows.filter(({ section }) => section === 'questions')
        .map(({ value }) => value)
    expect(questions('Both fields are left out of the file. Is that what you see?')).toEqual([
      'Both fields are left out of the file. Is that what you see?',
    ])
    expect(
      questions('- Both fields are there.\n\nIs that what you see? Shall I write zero into the first file?'),
    ).toEqual(['Shall I write zero into the first file?'])
  })

  it('is found where question and reply were read apart', () => {
    for (let cut = 1; cut < session.length; cut += 1) {
      const parts = mergeLedgers(
        ledgerOfMessages(session.slice(0, cut)),
        ledgerOfMessages(session.slice(cut), { from: cut }),
      )
      expect(parts).toEqual(ledgerOfMessages(session))
    }
  })

  it('is none where the user asks back, or replies to no question', () => {
    const messages = [said('assistant', 'Shall I?'), said('user', 'What would it cost?')]
    expect(decisions(messages)).toEqual([])
    expect(decisions([said('assistant', 'I will.'), said('user', 'yes')])).toEqual([])
  })
})

describe('decisions', () => {
  it('are choices with a reason, not steps or reports', () => {
    const messages = [
      said('assistant', "I'll keep the cache in memory instead of on disk."),
      said('assistant', "I'll use the Search tool and look around."),
      said('assistant', 'All work from the plan is complete.'),
      said('user', "Let's see what comes out."),
    ]
    expect(decisions(messages).map(({ value }) => value)).toEqual([
      "I'll keep the cache in memory instead of on disk.",
    ])
  })
})

describe('blockers', () => {
  it('is no process of the agent that ends by itself', () => {
    const state = ledgerOfMessages([
      said('assistant', 'I am waiting for the tests to finish. I am waiting for your approval.'),
    ]).rows.filter(({ state }) => state === 'blocked')
    expect(state.map(({ value }) => value)).toEqual(['I am waiting for your approval.'])
  })
})

describe('an error of a check', () => {
  const ran = (command: string, code: number, output = ''): readonly Message[] =>
    answered('Bash', { command }, output, code !== 0)
  const states = (messages: readonly Message[]): readonly string[] =>
    ledgerOfMessages(messages).rows.flatMap(({ section, state }) => (section === 'errors' ? [state] : []))
  const failed = ran('go test -v -tags=e2e -run TestParser_Empty ./lexer', 1, '--- FAIL: TestParser_Empty')

  it('is gone when a wider run of it passes, however it is written', () => {
    expect(
      states([...failed, ...ran('go test ./lexer -tags e2e -run TestParser -count=1', 0, 'ok lexer')]),
    ).toEqual(['resolved'])
    expect(states([...failed, ...ran('go test ./lexer -tags e2e -timeout 30s', 0, 'ok lexer')])).toEqual([
      'resolved',
    ])
  })

  it('stays open after a run of something else', () => {
    expect(states([...failed, ...ran('go test ./lexer -tags e2e -run TestLexer', 0, 'ok lexer')])).toEqual([
      'open',
    ])
    expect(states([...failed, ...ran('go test ./other -tags e2e', 0, 'ok other')])).toEqual(['open'])
  })

  it('stays open where a pipe hides how the later run ended', () => {
    const wider = 'go test ./lexer -tags e2e -run TestParser 2>&1'
    expect(states([...failed, ...ran(`${wider} | head -2`, 0, '=== RUN TestParser_Empty')])).toEqual(['open'])
    expect(states([...failed, ...ran(`${wider} | tail -2`, 0, 'ok  \tlexer 0.2s')])).toEqual(['resolved'])
  })
})
