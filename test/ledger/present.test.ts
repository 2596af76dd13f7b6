import { describe, expect, it } from 'vitest'
import type { Row } from '../../src/ledger/ledger.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { parseLedger } from '../../src/ledger/markdown/parse-ledger.ts'
import { renderLedger } from '../../src/ledger/markdown/render-ledger.ts'
import { mergeLedgers } from '../../src/ledger/merge-ledgers.ts'
import { estimateCounter } from '../../src/tokens/tokens.ts'
import type { Message } from '../../src/types.ts'
import { answered, said } from '../tools/evaluate/messages.ts'

const rowsOf = (messages: readonly Message[], section: string): readonly Row[] =>
  ledgerOfMessages(messages).rows.filter(row => row.section === section && row.state !== 'hidden')
const states = (messages: readonly Message[], section: string): readonly string[] =>
  rowsOf(messages, section).map(({ state, value }) => `${state} ${value}`)

describe('tasks', () => {
  const items = (...done: readonly boolean[]) =>
    done.map((isDone, at) => ({ content: `Step ${at + 1}`, status: isDone ? 'completed' : 'pending' }))

  it('are the list as it is now: a later call that says 4 of 4 wins', () => {
    const messages = [
      ...answered('TodoWrite', { todos: items(true, true, false, false) }, 'Todos modified'),
      ...answered('TodoWrite', { todos: items(true, true, true, true) }, 'Todos modified'),
    ]
    expect(states(messages, 'tasks')).toEqual(['done Step 1', 'done Step 2', 'done Step 3', 'done Step 4'])
  })

  it.each([
    [
      'update_plan',
      {
        plan: [
          { step: 'Read', status: 'completed' },
          { step: 'Write', status: 'in_progress' },
        ],
      },
    ],
    [
      'write_todos',
      {
        todos: [
          { description: 'Read', status: 'completed' },
          { description: 'Write', status: 'in_progress' },
        ],
      },
    ],
    [
      'todo',
      {
        todos: [
          { title: 'Read', done: true },
          { title: 'Write', status: 'in-progress' },
        ],
      },
    ],
    ['update_todo_list', { todos: '- [x] Read\n- [-] Write' }],
  ])('are read from %s', (tool, args) => {
    expect(states(answered(tool, args, 'ok'), 'tasks')).toEqual(['done Read', 'active Write'])
  })

  it('keep the order of the list, not that of the changes', () => {
    const list = (...names: readonly string[]) =>
      answered(
        'TodoWrite',
        { todos: names.map(content => ({ content, status: 'pending' })) },
        'Todos modified',
      )
    expect(states([...list('B', 'C'), ...list('A', 'B', 'C')], 'tasks')).toEqual([
      'pending A',
      'pending B',
      'pending C',
    ])
  })

  it('are not changed by a call that still waits for its answer', () => {
    const list = answered('TodoWrite', { todos: items(true, false) }, 'Todos modified')
    const [waiting] = answered('TodoWrite', { todos: items(true, true) }, 'Todos modified')
    expect(states([...list, waiting], 'tasks')).toEqual(['done Step 1', 'pending Step 2'])
    // Some hosts do not keep this answer.
    const next = answered('Read', { file_path: '/w/a.ts' }, 'x')
    expect(states([...list, waiting, ...next], 'tasks')).toEqual(['done Step 1', 'done Step 2'])
  })

  it('are gone when the list is cleared, and when an item is deleted', () => {
    const list = answered('TodoWrite', { todos: items(false) }, 'Todos modified')
    expect(states([...list, ...answered('TodoWrite', { todos: [] }, 'Todos modified')], 'tasks')).toEqual([])
    const tasks = [
      ...answered('TaskCreate', { subject: 'First' }, 'Task #1 created successfully: First'),
      ...answered('TaskUpdate', { taskId: '1', status: 'deleted' }, 'Updated task #1 deleted'),
    ]
    expect(states(tasks, 'tasks')).toEqual([])
  })

  it('are read from the list that a tool prints', () => {
    const messages = [
      ...answered('TaskCreate', { subject: 'First' }, 'Task #1 created successfully: First'),
      ...answered('TaskList', {}, '#1 [completed] First\n#2 [in_progress] Second'),
    ]
    expect(states(messages, 'tasks')).toEqual(['done First', 'active Second'])
  })

  it('are read from check lists in messages, once something on them is done', () => {
    const plan = said('assistant', 'The plan:\n- [ ] Read\n- [ ] Write\n```\n- [x] example\n- [x] other\n```')
    expect(states([plan], 'tasks')).toEqual([])
    expect(states([plan, said('assistant', '- [x] Read\n- [ ] Write')], 'tasks')).toEqual([
      'done Read',
      'pending Write',
    ])
  })

  it('are read from check lists in files that the agent edits', () => {
    const messages = [
      ...answered(
        'Write',
        { file_path: 'docs/plan.md', content: '# Plan\n- [ ] Read\n- [ ] Write\n- [ ] Drop' },
        'ok',
      ),
      ...answered(
        'Edit',
        { file_path: 'docs/plan.md', old_string: '- [ ] Read\n- [ ] Drop', new_string: '- [x] Read' },
        'updated',
      ),
      ...answered(
        'Edit',
        { file_path: 'README.md', old_string: 'x', new_string: '- [ ] No task' },
        'updated',
      ),
      ...answered(
        'Edit',
        { file_path: 'docs/plan.md', old_string: '- [ ] Write', new_string: '- [x] Write' },
        'Error: not found',
        true,
      ),
    ]
    expect(states(messages, 'tasks')).toEqual(['done Read', 'pending Write'])
    const ledger = ledgerOfMessages(messages)
    const { text } = renderLedger(ledger)
    expect(text).toContain('- done #1–#3 (list docs/plan.md): Read\n')
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  describe('in a file', () => {
    const path = 'specs/1/tasks.md'
    const written = answered('Write', { file_path: path, content: '- [ ] Model\n- [ ] Route' }, 'created')
    const ticked = answered(
      'Edit',
      { file_path: path, old_string: '- [ ] Model', new_string: '- [x] Model' },
      'updated',
    )
    const own = answered('update_plan', { plan: [{ step: 'Write the file', status: 'completed' }] }, 'Done')

    it('are none while the file was only written, and are once one is ticked off', () => {
      expect(states(written, 'tasks')).toEqual([])
      expect(states([...written, ...ticked], 'tasks')).toEqual(['done Model', 'pending Route'])
    })

    it('are those of a list that was there before', () => {
      const added = answered(
        'Edit',
        { file_path: path, old_string: '# Tasks', new_string: '# Tasks\n- [ ] Check' },
        'updated',
      )
      expect(states(added, 'tasks')).toEqual(['pending Check'])
    })

    it('are none in a session that keeps a list with a tool', () => {
      expect(states([...own, ...written, ...ticked], 'tasks')).toEqual(['done Write the file'])
      expect(states([...written, ...ticked, ...own], 'tasks')).toEqual(['done Write the file'])
    })
  })

  it('of an earlier ledger are read', () => {
    const old = `# Session ledger (4 messages)

## Current State
- done #1–#3: Read
- active #3 (task 2): Write

## Next Steps
- pending #3: Test
`
    expect(
      parseLedger(old)
        .rows.filter(({ state }) => state !== 'hidden')
        .map(({ section, state, value }) => [section, state, value]),
    ).toEqual(
      expect.arrayContaining([
        ['tasks', 'done', 'Read'],
        ['tasks', 'pending', 'Test'],
        ['tasks', 'active', 'Write'],
      ]),
    )
  })
})

const verdict = 'All 14 tests pass.\n\n**Verdict**: approve, 2 nits.'

describe('files that a subagent says it has changed', () => {
  const report = 'I refactored `/r/src/tax.ts`.\n\n2. Updated `/r/src/cart.ts`'
  const asked = answered('Task', { description: 'Refactor the tax', prompt: 'Do it.' }, report)
  const files = (messages: readonly Message[]): readonly unknown[] =>
    rowsOf(messages, 'files').map(({ key, state, value }) => [key, state, value])

  it('are listed as such', () => {
    expect(files(asked)).toEqual([
      ['/r/src/tax.ts', 'perhaps modified', 'by a subagent'],
      ['/r/src/cart.ts', 'perhaps modified', 'by a subagent'],
    ])
  })

  it('were changed after the checks that ran before', () => {
    const tested = answered('Bash', { command: 'npm test' }, '5 passed')
    const note = (messages: readonly Message[]): string | undefined => rowsOf(messages, 'checks')[0]?.note
    expect(note([...tested, ...asked])).toBe('2 files changed since: tax.ts, cart.ts')
    expect(note([...asked, ...tested])).toBeUndefined()
  })

  it('are committed where they were staged by name or git listed them', () => {
    const run = (command: string, output: string): readonly Message[] => answered('Bash', { command }, output)
    const commit = run('git commit -m Refactor', '[main 1a2b3c4] Refactor')
    const commits = (...steps: readonly (readonly Message[])[]): readonly unknown[] =>
      rowsOf([...asked, ...steps.flat(), ...commit], 'files').map(({ committedAt }) => committedAt)
    expect(commits(run('git add src/tax.ts', ''))).toEqual([5, undefined])
    expect(commits(run('git status --short', ' M src/tax.ts\n M src/cart.ts'))).toEqual([5, 5])
  })

  it('are those of the agent where it changed them too', () => {
    const edit = { file_path: '/r/src/tax.ts', old_string: 'x', new_string: 'function rate() {}' }
    expect(files([...asked, ...answered('Edit', edit, 'updated')])[0]).toEqual([
      '/r/src/tax.ts',
      'modified',
      'rate',
    ])
  })
})

describe('how turns ended', () => {
  const session = [
    said('user', 'Review it.'),
    said('assistant', 'Let me look.'),
    ...answered('Read', { file_path: 'a.ts' }, 'text'),
    said('assistant', verdict),
    said('user', 'Now fix the nits.'),
    said('assistant', 'I fix them.'),
  ]

  it('is shown by the last words before each typed message, whole', () => {
    expect(rowsOf(session, 'turns')).toMatchObject([{ value: verdict, first: 4, by: 'assistant' }])
    const facts = ledgerOfMessages(session).rows.flatMap(row => row.facts)
    expect(facts.filter(({ kind }) => kind === 'concluded').map(({ about }) => about)).toEqual([
      verdict,
      'I fix them.',
    ])
  })

  it('does not take what a program wrote for a new turn', () => {
    const reminder = said('user', '<system-reminder>\nBe brief.\n</system-reminder>')
    expect(rowsOf([...session, reminder, said('assistant', 'Fixed.')], 'turns')).toHaveLength(1)
  })

  it('is the same for a session in parts', () => {
    for (let cut = 1; cut < session.length; cut += 1)
      if (cut !== 3)
        expect(
          mergeLedgers(
            ledgerOfMessages(session.slice(0, cut)),
            ledgerOfMessages(session.slice(cut), { from: cut }),
          ),
        ).toEqual(ledgerOfMessages(session))
  })
})

describe('since the last request', () => {
  const edit = (path: string, answer = 'done', isError = false) =>
    answered('Edit', { file_path: path, old_string: 'x', new_string: 'function mend() {}' }, answer, isError)

  it('holds every text, and of the steps which are done', () => {
    const messages = [
      said('user', 'Go.'),
      said('assistant', 'I will change src/a.ts first. Then I’ll add `helper()` to src/b.ts.'),
      ...edit('/repo/src/a.ts'),
      said('assistant', 'Now let me run the tests.'),
    ]
    expect(states(messages, 'doing')).toEqual([
      'said I will change src/a.ts first. Then I’ll add `helper()` to src/b.ts.',
      'said Now let me run the tests.',
      'done I will change src/a.ts first.',
      'not seen Then I’ll add `helper()` to src/b.ts.',
      'not seen Now let me run the tests.',
      'applied Edit /repo/src/a.ts',
    ])
    const later = [...messages, ...answered('Bash', { command: 'npm test' }, 'Exit code 0')]
    expect(states(later, 'doing')).toContain('done Now let me run the tests.')
  })

  it('does not take reading a file for changing it', () => {
    const messages = [
      said('user', 'Go.'),
      said('assistant', 'I will change src/a.ts first.'),
      ...answered('Read', { file_path: 'src/a.ts' }, 'text'),
    ]
    expect(states(messages, 'doing')).toContain('not seen I will change src/a.ts first.')
  })

  it('lists no step that only looks', () => {
    const looks = said('assistant', "Let me look at the code. Let's use find_file to see where it is.")
    expect(rowsOf([said('user', 'Go.'), looks], 'doing')).toMatchObject([{ state: 'said' }])
  })

  it('calls a step done only where all of its files are changed', () => {
    const messages = [
      said('user', 'Go.'),
      said('assistant', 'I will update src/a.ts and src/b.ts.'),
      ...edit('/repo/src/a.ts'),
    ]
    expect(states(messages, 'doing')).toContain('not seen I will update src/a.ts and src/b.ts.')
    expect(states([...messages, ...edit('/repo/src/b.ts')], 'doing')).toContain(
      'done I will update src/a.ts and src/b.ts.',
    )
  })

  it('says whether the last edit was applied, refused or not answered', () => {
    const last = (messages: readonly Message[]) =>
      rowsOf([said('user', 'Go.'), ...messages], 'doing').find(({ key }) => key === 'last edit')?.state
    expect(last(edit('a.ts'))).toBe('applied')
    expect(last([...edit('a.ts'), ...edit('b.ts', 'Error: String to replace not found', true)])).toBe(
      'refused',
    )
    expect(
      last(
        edit('a.ts', "The user doesn't want to proceed with this tool use. The tool use was rejected.", true),
      ),
    ).toBe('refused')
    expect(last(edit('a.ts').slice(0, 1))).toBe('unanswered')
    expect(last([...edit('a.ts'), said('user', 'And now?')])).toBeUndefined()
  })
})

describe('subagents', () => {
  const report = `I looked at everything.\n\n${'A paragraph of findings. '.repeat(300)}\n\nVerdict: 2 of 3 checks pass.`

  it('are shown by the end of their report, with the task', () => {
    const [row] = rowsOf(
      answered(
        'Task',
        { description: 'Review the parser', prompt: 'Look at it.' },
        `${report}\nagentId: a12 (for resuming)`,
      ),
      'subagents',
    )
    expect(row).toMatchObject({ by: 'tool', note: 'Review the parser', state: '' })
    expect(row?.value.endsWith('Verdict: 2 of 3 checks pass.')).toBe(true)
    expect(row?.value.length).toBeLessThanOrEqual(4000)
    expect(report).toContain(row?.value)
    expect(row?.facts[0]?.isEnd).toBe(true)
  })

  it('run until they report, through whatever reports it', () => {
    const launch = answered(
      'Task',
      { description: 'Review', prompt: 'x' },
      'Async agent launched successfully.\nagentId: a12 (internal)\nThe agent works in the background.',
    )
    expect(rowsOf(launch, 'subagents')).toMatchObject([{ state: 'running', value: 'Review' }])
    const output = (status: string) =>
      answered(
        'TaskOutput',
        { task_id: 'a12' },
        `<retrieval_status>success</retrieval_status>\n\n<task_id>a12</task_id>\n\n<task_type>local_agent</task_type>\n\n<status>${status}</status>\n\n<output>\n[Tool: Bash] {"command":"ls"}\n\nVerdict: fine.\n</output>`,
      )
    expect(rowsOf([...launch, ...output('running')], 'subagents')).toMatchObject([{ state: 'running' }])
    expect(rowsOf([...launch, ...output('completed')], 'subagents')).toMatchObject([
      { state: '', value: 'Verdict: fine.', note: 'Review', first: 0, last: 3 },
    ])
    const notice = said(
      'user',
      '<task-notification>\n<task-id>a12</task-id>\n<status>completed</status>\n<summary>Agent "Review" completed</summary>\n<result>Verdict: good.</result>\n</task-notification>',
    )
    expect(rowsOf([...launch, notice], 'subagents')).toMatchObject([
      { value: 'Verdict: good.', note: 'Review' },
    ])
  })

  it('report nothing in a file that quotes a report', () => {
    const file =
      '1\t# Log\n2\t<task-notification><task-id>b7</task-id><result>All is fine.</result></task-notification>'
    expect(rowsOf(answered('Read', { file_path: 'log.md' }, file), 'subagents')).toEqual([])
  })

  it('of several threads stay distinct', () => {
    const spawned = [
      ...answered('spawn_agent', { message: 'Count the lines' }, '{"agent_id":"t-1"}'),
      ...answered('spawn_agent', { message: 'Count the words' }, '{"agent_id":"t-2"}'),
      ...answered('wait', { ids: ['t-1'] }, '{"status":{"t-1":{"completed":"120 lines"}},"timed_out":false}'),
    ]
    expect(rowsOf(spawned, 'subagents').map(({ state, value, note }) => [state, value, note])).toEqual([
      ['', '120 lines', 'Count the lines'],
      ['running', 'Count the words', undefined],
    ])
  })
})

describe('the numbers of messages', () => {
  it('count from 1, and a rendering that counts from 0 is still read', () => {
    const ledger = ledgerOfMessages([said('user', 'Never push.'), said('assistant', 'Fine.')])
    const { text } = renderLedger(ledger)
    expect(text).toContain('# Session ledger (2 messages, from #1)\n')
    expect(text).toContain('## Constraints\n- #1 user: Never push.\n')
    const old = '# Session ledger (2 messages)\n\n## Constraints\n- #0 user: Never push.\n'
    for (const rendering of [text, old])
      expect(parseLedger(rendering).rows.find(({ section }) => section === 'constraints')?.first).toBe(0)
  })
})

describe('a rendering of long texts', () => {
  const long = `Opening line.\n\n${'Something that was found. '.repeat(200)}\n\nResult: 3 of 4 pass.`
  const ledger = ledgerOfMessages([said('user', 'Go.'), said('assistant', long), said('user', 'And?')])

  it('shows the conclusion, not the opening', () => {
    const { text } = renderLedger(ledger)
    expect(text).toContain('Result: 3 of 4 pass.')
    expect(text).not.toContain('Opening line.')
    expect(text).toMatch(/^- #2 assistant, end: /m)
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  it('meets its budget', () => {
    const counter = estimateCounter()
    const { text, tokens } = renderLedger(ledger, { tokens: 300, counter })
    expect(tokens).toBeLessThanOrEqual(300)
    expect(text).toContain('Result: 3 of 4 pass.')
  })
})
