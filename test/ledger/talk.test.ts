import { describe, expect, it } from 'vitest'
import { readLedger } from '../../src/ledger/ledger-json.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { parseLedger } from '../../src/ledger/markdown/parse-ledger.ts'
import { renderLedger } from '../../src/ledger/markdown/render-ledger.ts'
import { mergeLedgers } from '../../src/ledger/merge-ledgers.ts'
import type { Message } from '../../src/types.ts'
import { answered, said } from '../tools/evaluate/messages.ts'

const talk = (messages: readonly Message[]) =>
  ledgerOfMessages(messages)
    .rows.filter(({ section }) => section === 'talk')
    .map(({ first, state, value, note }) => [first, state, value, ...(note === undefined ? [] : [note])])

describe('what the user said', () => {
  it('is every typed message, in order and whole', () => {
    const long = `${'Take care of the edge cases. '.repeat(300)}That is all.`
    expect(
      talk([
        said('user', 'Add a parser.'),
        said('assistant', 'Done.'),
        said('user', 'ok'),
        said('user', long),
      ]),
    ).toEqual([
      [0, 'typed', 'Add a parser.'],
      [2, 'typed', 'ok'],
      [3, 'typed', long],
    ])
  })

  it('is one fact for all typed words of a message', () => {
    const text = 'Fix it.\n<system-reminder>\nBe brief.\n</system-reminder>\nThanks.'
    expect(talk([said('user', text)])).toEqual([[0, 'typed', 'Fix it.\nThanks.']])
  })

  it('holds answers given through a tool with the options', () => {
    const questions = [
      { question: 'Tabs or "spaces"?', options: [{ label: 'Tabs' }, { label: 'Spaces' }] },
      { question: 'Why?', options: [] },
    ]
    const result =
      'User has answered your questions: "Tabs or "spaces"?"="Tabs", "Why?"="they are "shorter", as I said". You can now continue with the user\'s answers in mind.'
    expect(talk(answered('AskUserQuestion', { questions }, result))).toEqual([
      [1, 'chose', 'Tabs', 'Tabs or "spaces"? Options: “Tabs”, “Spaces”'],
      [1, 'chose', 'they are "shorter", as I said', 'Why?'],
    ])
  })

  it.each([
    [
      'Copilot CLI',
      'ask_user',
      { question: 'Go on?', choices: ['Yes', 'No'] },
      'User responded: only the first part',
      'only the first part',
      'Go on? Options: “Yes”, “No”',
    ],
    [
      'Copilot CLI',
      'ask_user',
      { question: 'Go on?', choices: ['Yes'] },
      'User selected: Yes',
      'Yes',
      'Go on? Options: “Yes”',
    ],
    [
      'Cline',
      'ask_followup_question',
      { question: 'Which port?' },
      '<answer>\n8080, not 80\n</answer>',
      '8080, not 80',
      'Which port?',
    ],
    [
      'Codex',
      'request_user_input',
      {
        questions: [
          { id: 'db', question: 'Which store?', options: [{ label: 'SQLite' }, { label: 'None' }] },
        ],
      },
      '{"answers":{"db":{"answers":["SQLite","user_note: for now"]}}}',
      'SQLite\nfor now',
      'Which store? Options: “SQLite”, “None”',
    ],
    [
      'opencode',
      'question',
      { questions: [{ question: 'Which?', options: [{ label: 'A' }] }] },
      'User has answered your questions: "Which?"="A". You can now continue with the user\'s answers in mind.',
      'A',
      'Which? Options: “A”',
    ],
  ])('reads how %s tells an answer', (_, tool, args, result, words, asked) => {
    expect(talk(answered(tool, args, result))).toEqual([[1, 'chose', words, asked]])
  })

  it('holds rejections with the words given, and the call', () => {
    const no = (rest: string): string =>
      `The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). ${rest}`
    const edit = { file_path: '/r/a.ts', old_string: 'x', new_string: 'y' }
    const messages = [
      ...answered('Edit', edit, no('To tell you how to proceed, the user said:\nuse a map\ninstead'), true),
      ...answered('Bash', { command: 'rm -r x' }, no('STOP what you are doing and wait.'), true),
    ]
    expect(talk(messages)).toEqual([
      [1, 'rejected', 'use a map\ninstead', 'Edit /r/a.ts'],
      [3, 'rejected', '', 'Bash rm -r x'],
    ])
  })

  it('comes back from its rendering and from JSON, and merges', () => {
    const first = [
      said('user', 'Add a parser.\n\n- typed #9 user: no\n  Call: no'),
      said('assistant', 'Done.'),
    ]
    const refused = answered('Bash', { command: 'rm -r x' }, 'exec command rejected by user', true)
    const whole = ledgerOfMessages([...first, ...refused])
    const { text } = renderLedger(whole)
    expect(renderLedger(parseLedger(text)).text).toBe(text)
    expect(readLedger(JSON.parse(JSON.stringify(whole)))).toEqual(whole)
    expect(mergeLedgers(ledgerOfMessages(first), ledgerOfMessages(refused, { from: 2 }))).toEqual(whole)
  })

  it('may be missing from a ledger that was written before it was known', () => {
    const old = '# Session ledger (2 messages)\n\n## Session Intent\n- original #0 user: Add a flag.\n'
    expect(parseLedger(old).rows.map(({ section }) => section)).toEqual(['intent'])
  })
})
