import { describe, expect, it } from 'vitest'
import { FoveaError } from '../../../src/errors.ts'
import { plain } from '../../../src/formats/plain.ts'
import type { Observation } from '../../../src/tools/observe/observation.ts'
import { observeMessages } from '../../../src/tools/observe/observe-messages.ts'
import { bash, bugfixTurns, edit, read, type Step, session, type Turn } from './sessions.ts'

function textsOf({ facts }: Observation, verb: string): readonly string[] {
  return facts.flatMap(fact => (fact.verb === verb ? [fact.text] : []))
}

function typeOf(turns: readonly Turn[]): string | undefined {
  return observeMessages(session(turns))[0]?.type
}

describe('what the ledger says', () => {
  const commit = 'git status -sb && git commit -am "Lock the door" && git push'
  const observed = observeMessages(
    session([
      { user: 'Lock the door and push it.' },
      {
        does: [
          {
            ...bash(
              commit,
              'Exit code 1\n## main\n M a.ts\n[main 1a2b3c4] Lock the door\n ! [rejected] main -> main (fetch first)',
            ),
            isError: true,
          },
          {
            ...bash(
              'npm test',
              "The user doesn't want to proceed with this tool use. the user said:\ntoo slow",
            ),
            isError: true,
          },
        ],
      },
    ]),
  )

  it('is said of commands and commits too: a failed push undoes no commit, and a rejected check prints nothing', () => {
    const [piece] = observed as [Observation]
    expect(textsOf(piece, 'committed')).toEqual(['[main 1a2b3c4] Lock the door'])
    expect(piece.commands).toEqual([
      { command: commit, outcome: 'failed', exitCode: 1 },
      { command: 'npm test', outcome: 'rejected' },
    ])
  })
})

describe('observeMessages', () => {
  const [fix, decision, ...more] = observeMessages(session(bugfixTurns), {
    root: '/app',
    times: bugfixTurns
      .flatMap(turn => ('does' in turn ? ['', ''] : ['']))
      .map((_, at) => `2026-03-01T10:${10 + at}:59.123Z`),
  }) as [Observation, Observation, ...Observation[]]

  it('describes a request and what was done about it as one piece, in the words that were used', () => {
    expect(more).toEqual([])
    expect(fix).toMatchObject({ type: 'bugfix', title: 'fix: import retry before use', messages: [0, 13] })
    expect(textsOf(fix, 'said')).toEqual([
      'The login test fails on CI with a timeout. Please fix it, but do not touch the session table.',
    ])
    expect(textsOf(fix, 'found')).toEqual([
      'The root cause is that `createSession` calls `retry` before it is imported.',
    ])
    expect(fix.facts.find(({ verb }) => verb === 'failed')).toEqual({
      verb: 'failed',
      by: 'tool',
      message: 5,
      about: 'npm test',
      text: 'TypeError: retry is not a function',
      state: 'resolved',
    })
    expect(textsOf(fix, 'committed')).toEqual(['[main 1a2b3c4] fix: import retry before use'])
  })

  it('lists files, commands, the result, the narrative and the times', () => {
    expect(fix.files).toEqual([
      { operation: 'modified', path: 'src/login.ts', names: ['createSession'] },
      { operation: 'read', path: 'test/login.test.ts' },
    ])
    expect(fix.commands).toEqual([
      { command: 'npm test', outcome: 'ok', times: 2, printed: 'Tests  23 passed (23)' },
      { command: 'git commit -am "fix: import retry before use"', outcome: 'ok' },
    ])
    expect(fix.result).toBe('npm test passed (Tests  23 passed (23)); committed 1a2b3c4')
    expect(fix.narrative).toBe('Fixed: `retry` is imported now, all 23 tests pass, committed as 1a2b3c4.')
    expect(fix.times).toEqual(['2026-03-01T10:10Z', '2026-03-01T10:23Z'])
  })

  it("keeps the user's decisions as such", () => {
    expect(decision.type).toBe('decision')
    expect(decision.facts).toContainEqual({
      verb: 'decided',
      by: 'user',
      message: 14,
      text: 'We decided to keep the timeout at 30 seconds because the staging database is slow.',
    })
  })

  it('leaves out what a program put into the mouth of the user', () => {
    expect(JSON.stringify([fix, decision])).not.toContain('Monday')
  })

  it('is an error where there is nothing to observe', () => {
    for (const messages of [[], [{ role: 'system' as const, blocks: [] }], session([{ user: '   ' }])]) {
      expect(() => observeMessages(messages)).toThrow(FoveaError)
      expect(() => observeMessages(messages)).toThrow(/nothing to observe/)
    }
  })

  it('never copies a secret', () => {
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
    const [observation] = observeMessages(
      session([
        { user: `Push it with ${token} please, it is my token` },
        {
          does: [
            bash(
              `git push https://x:${token}@github.com/a/b`,
              `Exit code 1\nfatal: bad token ${token}`,
              true,
            ),
          ],
        },
        { says: `The problem is that ${token} has expired.` },
      ]),
    )
    expect(JSON.stringify(observation)).not.toContain(token)
    expect(JSON.stringify(observation)).toContain('[secret:github-token:')
  })

  it("says the user's words once, and shows how what was pasted between them begins", () => {
    const log = Array.from(
      { length: 200 },
      (_, line) => `2026-03-01 10:00:${line} INFO worker ${line} took ${line} ms`,
    ).join('\n')
    const words = 'This is what the worker printed, see whether you find the slow one.'
    const after = 'And keep the format of the log as it is.'
    const facts = observeMessages(
      session([
        { user: `${words}\n\n\`\`\`\n${log}\n\`\`\`\n\n${after}` },
        { says: 'I found it in line 7.' },
        { user: after },
        { says: 'Done.' },
        { user: after },
      ]),
    ).flatMap(each => each.facts)
    const said = facts.filter(({ by }) => by === 'user')
    expect(said[0]?.text.startsWith(words)).toBe(true)
    expect(said[0]?.isCut).toBe(true)
    expect((said[0]?.text.length ?? 0) < words.length + 400).toBe(true)
    expect(said.filter(({ text }) => text === after)).toHaveLength(2)
  })

  it('shows the answer to a question together with the question', () => {
    const facts = observeMessages(
      session([
        { user: 'Add a cache to the client.' },
        { does: [edit('/app/client.ts', 'a', 'const cache = new Map()')] },
        { says: 'Done. Should I also add a limit of 100 entries?' },
        { user: 'yes' },
      ]),
    ).flatMap(each => each.facts)
    expect(facts).toContainEqual({
      verb: 'decided',
      by: 'user',
      message: 4,
      text: 'yes',
      about: 'Should I also add a limit of 100 entries?',
    })
  })
})

describe('pieces of work', () => {
  const step = (at: number): Step => edit(`/app/src/part${at}.ts`, 'a', `const part${at}Name = 1`)
  const steps = (count: number, from = 0): readonly Turn[] =>
    Array.from({ length: count }, (_, at) => ({ does: [step(from + at)] }))

  it('go on over a nod and begin with a request', () => {
    const pieces = observeMessages(
      session([
        { user: 'Add a login page.' },
        ...steps(2),
        { user: 'ok, continue' },
        ...steps(2),
        { user: 'Now add a logout page.' },
        ...steps(1),
      ]),
    )
    expect(pieces.map(({ title }) => title)).toEqual(['Add a login page.', 'Now add a logout page.'])
    expect(pieces.map(({ messages }) => messages)).toEqual([
      [0, 9],
      [10, 12],
    ])
  })

  it('end with a commit, and with an item of the list, where enough was done', () => {
    const todo = (active: string): Turn => ({
      does: [
        { tool: 'TodoWrite', input: { todos: [{ content: active, status: 'in_progress' }] }, output: 'ok' },
      ],
    })
    const commit: Turn = {
      does: [bash('git commit -m "feat: first half"', '[main abcdef1] feat: first half')],
    }
    const pieces = observeMessages(
      session([
        { user: 'Build the importer.' },
        ...steps(12),
        commit,
        ...steps(12),
        todo('Write the documentation'),
        ...steps(6),
      ]),
    )
    expect(pieces.map(({ title }) => title)).toEqual([
      'feat: first half',
      'modified /app/src/part0.ts',
      'Write the documentation',
    ])
    const short = observeMessages(
      session([
        { user: 'Build the importer.' },
        ...steps(3),
        commit,
        ...steps(3),
        todo('Write'),
        ...steps(3),
      ]),
    )
    expect(short).toHaveLength(1)
  })

  it('cover every message once', () => {
    const pieces = observeMessages(
      session([{ user: 'Go.' }, { says: 'Hello there.' }, { user: 'Add it.' }, ...steps(200)]),
    )
    expect(pieces.length).toBeGreaterThan(3)
    let next = 0
    for (const { messages } of pieces) {
      expect(messages?.[0]).toBe(next)
      next = (messages?.[1] ?? 0) + 1
    }
    expect(next).toBe(403)
  })
})

describe('types', () => {
  it.each([
    ['documentation', 'Explain the importer.', edit('/app/docs/importer.md', 'a', '# Importer')],
    ['test', 'Cover the importer.', edit('/app/test/importer.test.ts', 'a', 'const importer = 1')],
    ['config', 'Use Node 24 everywhere.', edit('/app/.github/workflows/ci.yml', 'a', 'node: 24')],
    ['deployment', 'Bring it out.', bash('kubectl apply -f app.yaml', 'deployment.apps/app configured')],
    ['refactor', 'Rename the importer to reader.', edit('/app/src/importer.ts', 'a', 'const reader = 1')],
    ['feature', 'Implement an importer.', edit('/app/src/importer.ts', 'a', 'const importer = 1')],
    ['data', 'How many orders are there?', bash('psql -c "select count(*) from orders"', ' 4711')],
    ['config', 'Bring the server to life.', bash('npm install left-pad', 'added 1 package')],
    ['investigation', 'Why is the importer slow?', read('/app/src/importer.ts', 'const importer = 1')],
    ['discovery', 'Show me the importer.', read('/app/src/importer.ts', 'const importer = 1')],
  ])('%s: %s', (type, user, step) => {
    expect(typeOf([{ user }, { does: [step] }])).toBe(type)
  })

  it('are decided by what was done, not by words in an output', () => {
    const shown = 'function handle_failover() {}\n0 errors, all tests passed'
    expect(typeOf([{ user: 'Show me the failover.' }, { does: [read('/app/failover.ts', shown)] }])).toBe(
      'discovery',
    )
    expect(
      typeOf([{ user: 'Show me the failover.' }, { does: [bash('npm test', '0 errors, all tests passed')] }]),
    ).toBe('discovery')
  })
})

describe('what others read nothing from', () => {
  it('is read: a tool without a call, arguments of any form, contents that are null', () => {
    const messages = [
      { role: 'assistant', content: 'Let me check the network...' },
      { role: 'tool', name: 'exec', content: 'network status\nGateway: 10.0.1.1\nRemote node: 10.0.1.2\n' },
      { role: 'assistant', content: 'Good, the gateway is 10.0.1.1 and the remote node is 10.0.1.2.' },
    ]
    const [observation] = observeMessages(plain.read(messages))
    expect(textsOf(observation as Observation, 'printed')).toEqual([
      'Gateway: 10.0.1.1',
      'Remote node: 10.0.1.2',
    ])
    expect(observation?.narrative).toContain('10.0.1.2')
  })

  it('takes a report that begins with a heading for the narrative, and no heading alone', () => {
    const report = '## Summary\n\nThe gateway is 10.0.1.1, and the remote node answers again.'
    const messages = [
      { role: 'user', content: 'Why does the remote node not answer?' },
      { role: 'assistant', content: 'The gateway had no route to the remote node, so I added one.' },
      { role: 'assistant', content: report },
      { role: 'assistant', content: '## What is left to do after the summary' },
    ]
    expect(observeMessages(plain.read(messages))[0]?.narrative).toBe(report)
  })

  it('is listed: tools that nobody knows, and how a command ended that was waited for', () => {
    const [observation] = observeMessages(
      session([
        { user: 'Cancel the order W123.' },
        {
          does: [
            { tool: 'Task', input: { description: 'Review the order', prompt: 'Long.' }, output: 'Fine.' },
          ],
        },
        { does: [{ tool: 'cancel_order', input: { order: 'W123' }, output: '{"status":"cancelled"}' }] },
        {
          does: [
            {
              tool: 'exec_command',
              input: { cmd: 'npm test' },
              output: 'Process running with session ID 77',
            },
          ],
        },
        {
          does: [
            {
              tool: 'write_stdin',
              input: { session_id: 77, chars: '' },
              output: 'Process exited with code 2\nTests  2 failed (9)',
            },
          ],
        },
      ]),
    )
    expect(observation?.commands).toEqual([
      { command: 'Task Review the order', outcome: 'ok' },
      { command: 'cancel_order {"order":"W123"}', outcome: 'finished' },
      { command: 'npm test', outcome: 'failed', exitCode: 2, printed: 'Tests  2 failed (9)' },
    ])
  })
})
