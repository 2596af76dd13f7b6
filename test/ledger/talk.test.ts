import { describe, expect, it } from 'vitest'
import { readLedger } from '../../src/ledger/ledger-json.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { parseLedger } from '../../src/ledger/markdown/parse-ledger.ts'
import { renderLedger } from '../../src/ledger/markdown/render-ledger.ts'
import { mergeLedgers } from '../../src/ledger/merge-ledgers.ts'
import { measure } from '../../src/measure/measure.ts'
import { withInstructions } from '../../src/measure/with-instructions.ts'
import { estimateCounter } from '../../src/tokens/tokens.ts'
import type { Message } from '../../src/types.ts'
import { answered, said } from '../tools/evaluate/messages.ts'

const rows = (messages: readonly Message[], section: string): readonly string[] =>
  ledgerOfMessages(messages)
    .rows.filter(row => row.section === section && row.state !== 'hidden')
    .map(({ value }) => value)

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
  ])('reads how %s writes an answer', (_, tool, args, result, words, asked) => {
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

describe('what a program put into the user’s mouth', () => {
  const template = [
    '# Implement',
    '',
    '| Agent | Answer |',
    '| --- | --- |',
    '| planner | a plan |',
    '',
    'NEVER CODE! You must follow every step.',
    '- **Kotlin**: build/, *.class',
    '- **Swift**: .build/',
  ].join('\n')
  const messages = [
    said(
      'user',
      '<command-message>plan is running…</command-message>\n<command-name>/plan</command-name>\n<command-args>Complete milestone 2, and never touch the lexer!</command-args>',
    ),
    said('user', template),
    said('assistant', 'Here is the plan.'),
    said('user', 'Good. Now build it.'),
  ]

  it('is no intent and no rule, and leaves the command with its arguments', () => {
    expect(talk(messages)).toEqual([
      [0, 'typed', '/plan Complete milestone 2, and never touch the lexer!'],
      [3, 'typed', 'Good. Now build it.'],
    ])
    expect(rows(messages, 'constraints')).toEqual(['Complete milestone 2, and never touch the lexer!'])
    expect(rows(messages, 'intent')).toEqual([
      '/plan Complete milestone 2, and never touch the lexer!',
      'Good. Now build it.',
    ])
  })

  it('leaves the whole request where the command was first sent without its arguments', () => {
    const command = (args: string) =>
      said(
        'user',
        `<command-message>plan is running…</command-message>\n<command-name>/plan</command-name>\n<command-args>${args}</command-args>`,
      )
    const sent = [command(''), said('user', template), command('the slow hooks'), said('user', template)]
    expect(rows(sent, 'intent')).toEqual(['/plan the slow hooks'])
  })

  it('is protected while its turn goes on, and not after it', () => {
    const isKept = (said: readonly Message[]): boolean => {
      const measured = measure(said, { ranker: estimateCounter(), pins: [], preservePatterns: [] })
      const blocks = withInstructions(said, measured)
      return blocks.some(({ message, instructions }) => message === 1 && instructions?.isAll === true)
    }
    expect(isKept(messages.slice(0, 3))).toBe(true)
    expect(isKept(messages)).toBe(false)
  })

  it('is what another agent wrote: passed on, and no rule of the user’s', () => {
    const plan = [said('user', 'Implement the following plan:\n\n# Plan: filters\n\nNever touch the lexer.')]
    expect(rows(plan, 'constraints')).toEqual([])
    expect(rows(plan, 'intent')).toHaveLength(1)
  })
})

describe('a rule', () => {
  it.each([
    [
      'a bug report',
      'I got this report:\n\nThe cache must never be empty after a restart. When it is, readAll() fails and every request that follows it fails as well, which nobody expects.\n\nPlease look.',
    ],
    ['a quotation', 'Look:\n\n> You must never call it twice.\n> Always close it.'],
    [
      'a doc comment',
      'What does it mean?\n\n```ts\n/** Must never be called twice. */\nexport function close() {}\n```',
    ],
    ['instructions', '<system-reminder>\nYou must be brief.\n</system-reminder>\nPlease look.'],
  ])('is not what %s says', (_, text) => {
    expect(rows([said('user', text)], 'constraints')).toEqual([])
  })

  it('is what a person says to the agent, in a task that is a document too', () => {
    const task = `# Goal\n\n${'Words of it. '.repeat(60)}\n\n## Rules\n\nNever push to main.\n\n## Steps\n\n${'More words. '.repeat(80)}`
    expect(rows([said('user', task)], 'constraints')).toEqual(['Never push to main.'])
    const later = [said('user', 'Check this:'), said('assistant', 'What?'), said('user', task)]
    expect(rows(later, 'constraints')).toEqual([])
  })
})

describe('a pasted text', () => {
  const log = Array.from(
    { length: 80 },
    (_, at) => `2026-01-01T00:00:0${at % 10}Z ERROR request ${at} failed`,
  ).join('\n')

  it('is described where it is long, and shown where it is short', () => {
    expect(talk([said('user', `it fails:\n\n${log}\n\nany idea?`)])).toEqual([
      [
        0,
        'typed',
        'it fails:\nany idea?',
        "pasted: 80 lines beginning '2026-01-01T00:00:00Z ERROR request 0 failed'",
      ],
    ])
    const short = `it fails:\n\n${log.slice(0, 400)}\n\nany idea?`
    expect(talk([said('user', short)])).toEqual([[0, 'typed', short]])
  })
})

describe('quotes', () => {
  it('are exact in what a rejected call is called', () => {
    const no = "The user doesn't want to proceed with this tool use."
    const [call, answer] = answered('Grep', { pattern: '\\bEntireSettings\\b', path: 'src' }, no, true)
    expect(talk([call, answer])).toEqual([[1, 'rejected', '', 'Grep "\\bEntireSettings\\b" in src']])
  })
})

describe('an open question', () => {
  it('is not one that was answered through the tool', () => {
    const asked = answered(
      'AskUserQuestion',
      { questions: [{ question: 'Tabs?', options: [{ label: 'Yes' }] }] },
      'User has answered your questions: "Tabs?"="Yes". You can now continue.',
    )
    expect(rows(asked, 'questions')).toEqual([])
    expect(rows(asked.slice(0, 1), 'questions')).toEqual(['Tabs?'])
  })
})

describe('the intent', () => {
  const current = (...texts: readonly string[]) =>
    ledgerOfMessages(texts.map(text => said('user', text)))
      .rows.filter(({ section, state }) => section === 'intent' && state !== 'hidden')
      .map(({ value }) => value)

  it('is not what a person says to end the talk', () => {
    expect(current('Book the early flight.', 'Thank you so much for your help! Have a great day!')).toEqual([
      'Book the early flight.',
    ])
  })

  it('is the plan that was sent first, and a log that follows makes no rules', () => {
    const plan = 'Implement the following plan:\n\n# Parser\n\n## Context\n\nThe parser reads lists.\n'
    const log =
      '=== RUN   TestLists\n    lists_test.go:12:\n        Error:      Should NOT be empty, but was\n        Messages:   Should have at least 2 lists\n--- FAIL: TestLists (0.10s)\nFAIL\nFAIL    example.com/app/lists 0.2s\n'
    const messages = [said('user', plan), said('assistant', 'Done.'), said('user', log)]
    expect(rows(messages, 'constraints')).toEqual([])
  })

  it('is the document that follows what a program put in front', () => {
    const task =
      '# Task: Split the parser\n\nYou are working on a parser.\n\n## Context\n\n- It reads lists.\n- It reads maps.\n\n## Deliverable\n\n- Two files.\n'
    const [intent] = current(`<current_datetime>2026-06-24T01:33:53Z</current_datetime>\n\n${task}`)
    expect(intent).toContain('Split the parser')
  })

  it('is not a line for the shell of the program', () => {
    expect(current('Split the parser.', 'Ran `find .`\n```\n./a.ts\n```')).toEqual(['Split the parser.'])
  })

  it.each([
    'never mind',
    'Never mind, sorry!',
    'forget that',
    'Sorry, wrong chat. Ignore my last message.',
    'scratch that…',
  ])('is what was asked before a request that is taken back: %s', withdrawal => {
    const session = ['Split the parser.', 'Test it.', 'Rename the lexer. Never use tabs.', withdrawal]
    expect(current(...session)).toEqual(['Split the parser.', 'Test it.'])
    expect(current(...session, withdrawal)).toEqual(['Split the parser.', 'Test it.'])
    expect(current(...session, 'Document it.')).toEqual(['Split the parser.', 'Document it.'])
    expect(current('Split the parser.', withdrawal)).toEqual([])
    const [rule] = ledgerOfMessages(session.map(text => said('user', text))).rows.filter(
      ({ section }) => section === 'constraints',
    )
    expect(rule?.supersededBy).toBe(3)
    const [first, second] = [session.slice(0, 3), session.slice(3)].map(texts =>
      texts.map(text => said('user', text)),
    ) as [Message[], Message[]]
    const merged = mergeLedgers(ledgerOfMessages(first), ledgerOfMessages(second, { from: 3 }))
    expect(merged.rows.find(({ section, key }) => section === 'intent' && key === 'current')?.value).toBe(
      'Test it.',
    )
  })

  it.each([
    'never mind the lexer, split the parser',
    'It opens in the wrong window',
    'ok',
    'ignore that error',
  ])('is not taken back by %s', message => {
    expect(current('Split the parser.', 'Test it.', message).at(-1)).not.toBe('Split the parser.')
  })

  it('has its object where it ends in a colon', () => {
    const pasted = '```\nTypeError: x is not a function\n    at load (src/a.ts:12:3)\n```'
    expect(current('hello there', `can you fix this:\n\n${pasted}`).at(-1)).toBe(
      `can you fix this:\n\n${pasted}`,
    )
  })
})

describe('how a turn ended', () => {
  it('is shown in words of the agent, not in what its program put in their place', () => {
    const messages = [
      said('user', 'Split the parser.'),
      said('assistant', 'The parser is split in two files.'),
      said('assistant', 'No response requested.'),
      said('user', 'Now test it.'),
    ]
    expect(rows(messages, 'turns')).toEqual(['The parser is split in two files.'])
  })
})

describe('a question of the agent', () => {
  const plan = { plan: 'Sum the sheets.' }
  const asked = said('assistant', 'The plan is written. Shall I begin with the first sheet?')
  const rejection =
    "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nno, with the last one"

  it('is open until the user says something, be it to a call', () => {
    const begun = [said('user', 'Sum the sheets.'), asked]
    expect(rows(begun, 'questions')).toEqual(['Shall I begin with the first sheet?'])
    expect(rows([...begun, ...answered('ExitPlanMode', plan, rejection, true)], 'questions')).toEqual([])
  })
})
