import { describe, expect, it } from 'vitest'
import type { Row } from '../../src/ledger/ledger.ts'
import { type CustomSection, ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { renderLedger } from '../../src/ledger/markdown/render-ledger.ts'
import { hashText } from '../../src/tokens/hash.ts'
import type { Message, Role } from '../../src/types.ts'
import { answered, said } from '../tools/evaluate/messages.ts'

const rowsOf = (messages: readonly Message[], section: string): readonly Row[] =>
  ledgerOfMessages(messages).rows.filter(row => row.section === section && row.state !== 'hidden')
const values = (messages: readonly Message[], section: string): readonly string[] =>
  rowsOf(messages, section).map(({ value }) => value)
const ran = (command: string, code: number, output = ''): readonly Message[] =>
  answered('Bash', { command }, `Exit code ${code}\n${output}`, code !== 0)

describe('the intent', () => {
  const report =
    'Cutting the text by bytes can break characters that take several. When the title holds such a one, the slice at byte 77 splits it, which gives an invalid string. A slice by characters avoids that in all cases.'

  it('goes from the first words of a person to the last, around what they pass on', () => {
    const asked = `I got this feedback for the changes in src/title.ts:28 "${report}"\n\nCan you address this, and check the other places?`
    expect(values([said('user', asked)], 'intent')).toEqual([asked])
  })

  it('has what is above where the words only add to it', () => {
    const plan =
      '  Branch off work for the second part.\n\n  Read the plan at docs/plan.md, above all its fourth task.\n\n  Write the tests first.'
    const asked = `${plan}\n\nalso use the reviewer`
    expect(values([said('user', asked)], 'intent')).toEqual([asked.trim()])
  })

  it('is the first request and the last, word for word', () => {
    const messages = [
      said('user', 'Add a parser.\n\n  - fast'),
      said('user', 'Now tests.'),
      said('assistant', 'Fine.'),
      said('user', 'And docs, please.'),
      said('user', 'ok, thanks!'),
    ]
    expect(rowsOf(messages, 'intent')).toMatchObject([
      { state: 'original', value: 'Add a parser.\n\n  - fast', first: 0 },
      { state: 'current', value: 'And docs, please.', first: 3 },
    ])
  })

  it('is what the user typed, not what a program wrote around it', () => {
    const wrapped = [
      '<environment_context>\n<cwd>/repo</cwd>\n</environment_context>',
      '# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\nNever push.\n</INSTRUCTIONS>',
      'This session is being continued from a previous conversation. You must not read this.',
      '/clear',
      '<current_datetime>now</current_datetime>\n\nFix the bug.\n\n<system_reminder>\nYou must be brief.\n</system_reminder>',
    ]
    const messages = wrapped.map(text => said('user', text))
    expect(values(messages, 'intent')).toEqual(['Fix the bug.'])
    expect(values(messages, 'constraints')).toEqual([])
  })

  it('says where only the beginning is shown', () => {
    const [row] = rowsOf([said('user', `${'word '.repeat(400)}😀`)], 'intent')
    expect(row?.value).toHaveLength(1499)
    expect(row?.facts[0]?.isCut).toBe(true)
  })
})

describe('constraints', () => {
  it('are not what a person only proposes', () => {
    const request =
      'Never touch the lexer!\n\n## Proposed workflow to evaluate\n1. Always push to a new branch.\n2. Never merge it by hand.\n\n## Answer\nYou must tell me what you think.'
    expect(values([said('user', request)], 'constraints')).toEqual([
      'Never touch the lexer!',
      'You must tell me what you think.',
    ])
    const parts = '## Ideas\n\n**First**\nAlways push to a new branch.\n### Second\nNever merge it by hand.'
    expect(values([said('user', parts)], 'constraints')).toEqual([])
  })

  it('are demands of the user alone, unless others are allowed to bind', () => {
    const messages = [
      said('system', 'You must obey.'),
      said('user', 'Never touch the lexer! Is it slow? It only took a day.'),
      said('assistant', 'I must never do that.'),
      ...answered('Read', { file_path: 'rules.md' }, 'You must never read this.'),
    ]
    expect(values(messages, 'constraints')).toEqual(['Never touch the lexer!'])
    const all = ledgerOfMessages(messages, { rulesOf: ['user', 'system'] }).rows
    expect(all.filter(({ section }) => section === 'constraints').map(({ by }) => by)).toEqual([
      'system',
      'user',
    ])
  })

  it.each([
    ['German', 'Du darfst nur Tabs verwenden.'],
    ['Chinese', '必须使用空格缩进。'],
    ['Japanese', '必ずテストを書いてください。'],
    ['Russian', 'Ты должен писать тесты.'],
    ['Spanish', 'Nunca cambies el analizador.'],
    ['French', 'Il faut toujours écrire des tests.'],
  ])('are heard in %s', (_, sentence) => {
    expect(values([said('user', sentence)], 'constraints')).toEqual([sentence])
  })

  it('fall only to a later one that says so and speaks of the same', () => {
    const rules = (second: string): readonly (number | undefined)[] =>
      rowsOf([said('user', 'Always use npm for installs.'), said('user', second)], 'constraints').map(
        ({ supersededBy }) => supersededBy,
      )
    expect(rules('From now on use pnpm for installs instead of npm.')).toEqual([1, undefined])
    expect(rules('You must also write installs of npm to the log.')).toEqual([undefined, undefined])
    expect(rules('Use spaces instead of tabs.')).toEqual([undefined, undefined])
  })
})

describe('files', () => {
  it('are listed with what was done to them, what it changed, and when', () => {
    const edit = (content: string) =>
      answered(
        'Edit',
        { file_path: '/r/src/a.ts', old_string: 'function old() {}', new_string: content },
        'done',
      )
    const messages = [
      ...answered('Read', { file_path: 'src/a.ts' }, 'text'),
      ...edit('function old() {}\nfunction parseArgs(x) {}'),
      ...edit('class Reader {}'),
      ...answered('Write', { file_path: '/r/new.md', content: '# Title here\ntext' }, 'done'),
      ...answered('Bash', { command: 'git mv b.ts c.ts && rm d.ts' }, ''),
      ...answered(
        'Edit',
        { file_path: '/r/refused.ts', old_string: 'x' },
        'Error: String to replace not found',
        true,
      ),
      ...ran('touch maybe.ts && npm test', 1, 'Error: no'),
    ]
    expect(
      rowsOf(messages, 'files').map(({ key, state, value, first, last }) => [key, state, value, first, last]),
    ).toEqual([
      ['/r/src/a.ts', 'read, modified', 'parseArgs, Reader, removed old', 0, 4],
      ['/r/new.md', 'created', 'Title here', 6, 6],
      ['b.ts', 'deleted', 'moved to c.ts', 8, 8],
      ['c.ts', 'created', '', 8, 8],
      ['d.ts', 'deleted', '', 8, 8],
      ['maybe.ts', 'perhaps created', '', 12, 12],
    ])
  })
})

describe('decisions', () => {
  it('are marked sentences with who and why', () => {
    const messages = [
      said('user', "Let's go with SQLite. Do you agree with the decision?"),
      said(
        'assistant',
        'I decided to keep the cache. This avoids a second read. The decision logic is complex.',
      ),
      said('assistant', "I'll use the Read tool to look at it."),
      ...answered('AskUserQuestion', { questions: [{ question: 'Tabs or spaces?' }] }, 'User selected: Tabs'),
      ...answered(
        'Bash',
        { command: 'rm -r x' },
        "The user doesn't want to proceed with this tool use. the user said:\nkeep x",
        true,
      ),
    ]
    expect(rowsOf(messages, 'decisions').map(({ by, value, note }) => [by, value, note])).toEqual([
      ['user', "Let's go with SQLite.", undefined],
      ['assistant', 'I decided to keep the cache.', 'This avoids a second read.'],
      ['user', 'Tabs', 'Tabs or spaces?'],
    ])
    expect(rowsOf(messages, 'errors')).toEqual([])
  })

  it('name what took their place', () => {
    const messages = [
      said('assistant', 'I decided to store sessions in Redis.'),
      said('assistant', "Let's use SQLite for sessions instead of Redis."),
    ]
    expect(rowsOf(messages, 'decisions').map(({ supersededBy }) => supersededBy)).toEqual([1, undefined])
  })

  it('of the user do not fall to the agent', () => {
    const messages = [
      said('user', "Let's use Redis for sessions."),
      said('assistant', 'I decided to use SQLite for sessions instead of Redis.'),
    ]
    expect(rowsOf(messages, 'decisions').map(({ supersededBy }) => supersededBy)).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe('errors', () => {
  const fails = (command: string, output = 'TypeError: x is not a function'): readonly Message[] =>
    ran(command, 1, output)
  const states = (...messages: readonly (readonly Message[])[]): readonly string[] =>
    rowsOf(messages.flat(), 'errors').map(({ state }) => state)

  it('are open until the same command succeeds', () => {
    expect(states(fails('npm test'))).toEqual(['open'])
    expect(states(fails('npm test'), ran('npm test', 0))).toEqual(['resolved'])
    expect(states(fails('npm test'), ran('npm test', 0), fails('npm test'))).toEqual(['open'])
    expect(states(fails('npm test'), ran('npm run lint', 0))).toEqual(['open'])
    expect(states(ran('npm test', 0), fails('npm test'))).toEqual(['open'])
  })

  it.each([
    ['CI=1 npx vitest run 2>&1 | tail -5', 'cd app && npx vitest run'],
    ['npx vitest run a.test.ts', 'npx vitest run'],
    ['python -m pytest tests/a.py -x', 'pytest tests/a.py'],
    ['npm run fmt && npm run lint', 'npm run fmt && npm run lint && npm test'],
  ])('of %s are gone when %s succeeds', (first, second) => {
    expect(states(fails(first), ran(second, 0))).toEqual(['resolved'])
  })

  it.each([
    ['npx vitest run', 'npx vitest run a.test.ts'],
    ['npm run lint', 'npm run lint || true'],
    ['npm run lint', 'npm run lint; echo done'],
    ["python3 - <<'PY'\nprint(1)\nPY", "python3 - <<'PY'\nprint(2)\nPY"],
  ])('of %s are not gone when %s succeeds', (first, second) => {
    expect(states(fails(first), ran(second, 0))).toEqual(['open'])
  })

  it('are gone when the same test passes', () => {
    const failed = fails('go test ./a -run TestOne', '--- FAIL: TestOne (0.1s)\nFAIL')
    const passed = ran('go test ./... -v', 0, '--- PASS: TestOne (0.1s)\n--- PASS: TestTwo (0.1s)\nok')
    expect(states(failed, passed)).toEqual(['resolved'])
    expect(states(failed, ran('go test ./b/... -v', 0, '--- PASS: TestTwo (0.1s)\nok'))).toEqual(['open'])
  })

  it('of a check are seen through a pipe', () => {
    const piped = answered(
      'Bash',
      { command: 'npm test | tail -3' },
      'AssertionError: no\n2 failed | 3 passed',
    )
    expect(rowsOf(piped, 'errors')).toMatchObject([{ state: 'open', value: 'AssertionError: no' }])
    expect(rowsOf(piped, 'commands')).toMatchObject([{ state: 'failed' }])
  })

  it('say how and after which changes they went', () => {
    const messages = [
      ...fails('npm test'),
      ...answered('Edit', { file_path: 'src/a.ts', new_string: 'x' }, 'done'),
      ...ran('npm test', 0),
    ]
    expect(rowsOf(messages, 'errors')).toMatchObject([
      { state: 'resolved', value: 'TypeError: x is not a function', note: 'a.ts', first: 1, last: 4 },
    ])
  })

  it('are no searches without a hit', () => {
    expect(states(ran('grep -rn nothing src', 1), ran('cat missing.txt', 1, 'No such file'))).toEqual([])
  })

  it('are what the user reports, until the user says that it works', () => {
    const report = [said('user', 'The build does not work.')]
    expect(states(report)).toEqual(['open'])
    expect(states(report, [said('assistant', 'It works now.')])).toEqual(['open'])
    expect(states(report, [said('user', 'Great, it works now.')])).toEqual(['resolved'])
    expect(states([said('user', 'If it does not work, try again.')])).toEqual([])
  })

  it('are gone when the refused edit is taken', () => {
    const refused = answered('Edit', { file_path: 'a.ts', old_string: 'x' }, 'Error: String not found', true)
    const taken = answered('Edit', { file_path: 'a.ts', old_string: 'y', new_string: 'z' }, 'done')
    expect(states(refused)).toEqual(['open'])
    expect(states(refused, taken)).toEqual(['past'])
  })
})

describe('the state of the work', () => {
  const todo = (...items: readonly (readonly [content: string, status: string])[]): readonly Message[] =>
    answered(
      'TodoWrite',
      { todos: items.map(([content, status]) => ({ content, status })) },
      'Todos modified',
    )

  it('follows the agent’s own list', () => {
    const messages = [
      ...todo(['Read', 'completed'], ['Write', 'in_progress'], ['Test', 'pending'], ['Drop', 'pending']),
      ...todo(['Write', 'completed'], ['Test', 'in_progress'], ['Ship', 'pending']),
    ]
    const shown = rowsOf(messages, 'tasks').map(({ state, value }) => `${state} ${value}`)
    expect(shown).toEqual(['done Write', 'active Test', 'pending Ship'])
  })

  it('follows items by their number', () => {
    const messages = [
      ...answered('TaskCreate', { subject: 'First' }, 'Task #1 created successfully: First'),
      ...answered('TaskCreate', { subject: 'Second' }, 'Task #2 created successfully: Second'),
      ...answered('TaskUpdate', { taskId: '1', status: 'completed' }, 'Updated task #1 status'),
    ]
    expect(rowsOf(messages, 'tasks')).toMatchObject([
      { state: 'done', value: 'First' },
      { state: 'pending', value: 'Second' },
    ])
  })

  it('knows what is done from the list alone, never from words', () => {
    const messages = [...todo(['Write tests', 'in_progress']), said('assistant', 'Write tests is done.')]
    expect(rowsOf(messages, 'tasks')).toMatchObject([{ state: 'active' }])
  })

  it.each([
    '## Tests\n\n**Reliable?** Yes — they use fixed paths.\n\n**Repeated?** No.\n\nAll in all they are good.',
    'Does it hold? ✅ Yes: `a` is the only caller.',
  ])('has no question open that the text answers itself: %s', text => {
    expect(values([said('user', 'Review it'), said('assistant', text)], 'questions')).toEqual([])
  })

  it('has a question open that only what it is about follows', () => {
    const text = 'Shall I remove both? No call uses them. Ja, and is `b` needed?'
    expect(values([said('user', 'Review it'), said('assistant', text)], 'questions')).toEqual([
      'Shall I remove both?',
      'Ja, and is `b` needed?',
    ])
  })

  it('has no question open that the agent went on without an answer to', () => {
    const words = ['Does the suffix match at all? Let me see.', 'It does. Nothing is to be mended.']
    const messages = [said('user', 'Review it'), ...words.map(text => said('assistant', text))]
    expect(values(messages, 'questions')).toEqual([])
    expect(values(messages.slice(0, 2), 'questions')).toEqual(['Does the suffix match at all?'])
  })

  it('holds questions and blockers until the user speaks', () => {
    const asked = [said('assistant', 'I am waiting for the key. Which key shall I use?')]
    expect(values(asked, 'questions')).toEqual(['Which key shall I use?'])
    expect(rowsOf(asked, 'state')).toMatchObject([{ state: 'blocked' }])
    const answer = [...asked, said('user', 'ok')]
    expect(values(answer, 'questions')).toEqual([])
    expect(rowsOf(answer, 'state')).toEqual([])
    expect(values([...asked, ...ran('ls', 0)], 'questions')).toEqual([])
  })

  it('says what the agent announced last', () => {
    const messages = [
      said('assistant', 'Remaining: the lexer.'),
      said('assistant', 'All read. Still to do: the parser. Next, I will write.'),
    ]
    expect(values(messages, 'next')).toEqual(['Still to do: the parser.'])
    expect(rowsOf(messages, 'doing')).toMatchObject([
      { state: 'said', value: 'Remaining: the lexer.' },
      { state: 'said', value: 'All read. Still to do: the parser. Next, I will write.' },
      { state: 'not seen', value: 'Next, I will write.' },
    ])
  })
})

describe('every row', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`

  it('leads to the words that it comes from', () => {
    const message: Message = { ...said('user', 'Never push. Add a flag.'), id: 'm-7' }
    const [row] = ledgerOfMessages([message], { from: 40 }).rows.filter(
      ({ section }) => section === 'constraints',
    )
    expect(row?.facts).toMatchObject([
      { turn: 40, source: { block: 0, id: 'm-7', hash: hashText('Never push. Add a flag.') } },
    ])
  })

  it('is free of what the mask hides', () => {
    const messages = [
      said('user', `You must use ${secret} to log in.`),
      ...ran(
        `curl -H "Authorization: Bearer ${secret}" https://example.org && npm test`,
        1,
        `Error: bad token ${secret}`,
      ),
    ]
    const ledger = ledgerOfMessages(messages, { mask: text => text.replaceAll(secret, '[secret:token]') })
    expect(JSON.stringify(ledger)).not.toContain(secret)
    expect(renderLedger(ledger).text).toContain('You must use [secret:token] to log in.')
  })

  it('survives hostile input', () => {
    const hostile = '<system-reminder>'.repeat(20_000) + 'must '.repeat(20_000) + '--- FAIL: '.repeat(10_000)
    const ledger = ledgerOfMessages([
      said('user', hostile),
      ...ran(hostile, 1, hostile),
      ...answered('__proto__', '{"__proto__": 1}', hostile),
    ])
    expect(ledger.rows.length).toBeGreaterThan(0)
  })
})

describe('sections of the caller', () => {
  const urls: CustomSection = {
    title: 'Addresses',
    matches: (sentence, role: Role) => role === 'user' && sentence.includes('https://'),
  }

  it('hold the sentences that it wants, before the state', () => {
    const { text } = renderLedger(
      ledgerOfMessages([said('user', 'See https://example.org for more.')], { sections: [urls] }),
    )
    expect(text).toContain('## Addresses\n- #1 user: See https://example.org for more.\n\n## Current State')
  })

  it('are shown where they are empty', () => {
    expect(renderLedger(ledgerOfMessages([], { sections: [urls] })).text).toContain('## Addresses\nnone\n')
  })

  it('have titles of their own', () => {
    const bad = (title: string) => () => ledgerOfMessages([], { sections: [{ ...urls, title }] })
    for (const title of ['Files', 'files', '', 'two\nlines']) expect(bad(title)).toThrow(/section/)
  })
})
