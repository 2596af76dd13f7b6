import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'
import { finishedUntil } from '../../../src/strategies/partition/with-partition-facts.ts'
import { uncompressSync } from '../../../src/uncompress.ts'
import { workplace } from '../../doors/cli/run-fovea.ts'
import { raw, said, step } from './session.ts'

interface Plain {
  readonly role: string
  readonly content: string
}

const places = ['the lake', 'the old market', 'her sister', 'the museum', 'the harbour', 'the station']

/** Two people who talk for weeks, in short messages. */
const talk: readonly Plain[] = Array.from({ length: 400 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content:
    at % 2 === 0
      ? `I went to ${places[at % 6]} again on day ${at}, and it was as nice as the last time we were there.`
      : `That sounds lovely! Did you bring the ${at % 7 === 0 ? `camera number ${at}` : 'dog'} with you this time, or was it too cold?`,
}))

const command = (name: string, words: string, run: string): Plain[] => [
  { role: 'assistant', content: `${words}\n\`\`\`\n${run}\n\`\`\`` },
  {
    role: 'user',
    content: `${Array.from({ length: 9 }, (_, at) => `${name} prints line ${at} of what it found`).join('\n')}\n(Open file: n/a)\nbash-$`,
  },
]

/** An agent without tools: commands are in its text, and what they printed in the next message. */
const agent: readonly Plain[] = [
  { role: 'system', content: 'You are in a shell.' },
  { role: 'user', content: 'Find out why the import fails.' },
  ...Array.from({ length: 24 }, (_, at) =>
    command(
      `tool-${at}`,
      `Step ${at}: the importer may read the wrong folder, so that I look at what it opens before it parses anything at all.`,
      `inspect --part ${at} --deep`,
    ),
  ).flat(),
  { role: 'assistant', content: 'It reads the wrong folder.' },
  { role: 'user', content: 'Thanks. And now?' },
]

const options = { strategy: 'partition', strict: true } as const
const alternates = (messages: readonly { readonly role: string }[]): boolean =>
  messages.every(({ role }, at) => role !== messages[at + 1]?.role)

describe('conversations', () => {
  it('are summarized in ranges of messages, and roles go on alternating', () => {
    const { messages, receipt, originalsByHash } = compressSync(talk, options)
    expect(receipt.keptRatio).toBeLessThanOrEqual(0.6)
    expect(alternates(messages)).toBe(true)
    const sum = (of: 'tokensBefore' | 'tokensAfter'): number =>
      receipt.changes.reduce((total, change) => total + change[of], 0)
    expect(1 - sum('tokensAfter') / sum('tokensBefore')).toBeGreaterThan(0.6)
    expect(receipt.changes[0]?.merged?.length).toBeGreaterThan(20)
    expect(messages[0]?.content).toMatch(
      /^\[Summary of messages 1-\d+:\n[\s\S]*\] \[Full conversation: db_\w{12}\]$/,
    )
    expect(uncompressSync(messages, originalsByHash).messages).toEqual(talk)
    expect(compressSync(messages, options).messages).toBe(messages)
  })

  it('of which nobody is an agent have an age too', () => {
    const meeting = talk.map(({ content }) => ({ role: 'user', content }))
    expect(compressSync(meeting, options).receipt.keptRatio).toBeLessThanOrEqual(0.6)
  })

  it('meet a budget on the command line, and come back', async () => {
    const work = workplace()
    try {
      writeFileSync(work.path('talk.json'), JSON.stringify(talk))
      const flags = ['-s', 'partition', '-b', '30%', '-o', 'view.json']
      const { code, stderr } = await work.fovea(['compress', 'talk.json', ...flags])
      expect(code).toBe(0)
      expect(stderr).toMatch(/conversation-summary +\d+ blocks/)
      expect(alternates(JSON.parse(readFileSync(work.path('view.json'), 'utf8')))).toBe(true)
      const back = await work.fovea(['uncompress', 'view.json'])
      expect(JSON.parse(back.stdout)).toEqual(talk)
    } finally {
      work.remove()
    }
  })
})

describe('agents that act through text', () => {
  it('keep every command in sight, with what they printed shortened', () => {
    const { messages, receipt, originalsByHash } = compressSync(agent, options)
    expect(receipt.keptRatio).toBeLessThanOrEqual(0.6)
    const view = messages.map(({ content }) => content).join('\n')
    for (let at = 0; at < 24; at += 1) expect(view).toContain(`inspect --part ${at} --deep`)
    expect(uncompressSync(messages, originalsByHash).messages).toEqual(agent)
  })

  it('have a command beside a long output, as others do', () => {
    const long = agent.map((message, at) =>
      at === 3
        ? { ...message, content: `${'The scan goes on. '.repeat(200)}\nerror: no folder\nbash-$` }
        : message,
    )
    const view = compressSync(long, options).messages.map(({ content }) => content)
    expect(view.find(text => text.startsWith('[Command: inspect --part 0 --deep]'))).toContain(
      'error: no folder',
    )
  })
})

describe('what is finished', () => {
  const run = (id: string, cmd: string, result: string) =>
    step(id, { name: 'Bash', args: { command: cmd }, result })
  const printed = (lines: number): string =>
    Array.from(
      { length: lines },
      (_, at) => `part ${at} of ${lines} was built and copied to its folder`,
    ).join('\n')
  const commit = run(
    'c',
    'git commit -m "Add limits"',
    '[main 3f9a2c7] Add limits\n 1 file changed, 2 insertions(+)',
  )
  const before = [said('user', 'Please add limits.'), ...run('a', 'make first', printed(60))]
  const after = [...run('b', 'make second', printed(240)), ...run('d', 'make third', 'ok')]

  it.each([
    ['a commit', commit],
    [
      'a task of the list',
      step('t', {
        name: 'TodoWrite',
        args: { todos: [{ content: 'limits', status: 'completed' }] },
        result: 'ok',
      }),
    ],
    ['a turn', [said('assistant', 'Limits are in.'), said('user', 'Good. Now the next part.')]],
  ])('ends with %s', (_, end) => {
    expect(finishedUntil([...before, ...after])).toBe(0)
    expect(finishedUntil([...before, ...end, ...after])).toBeGreaterThan(before.length)
  })

  it('goes first, though what is under way is larger', () => {
    const session = raw([...before, ...commit, ...after, said('assistant', 'Going on.')])
    const changes = (messages: readonly unknown[]) =>
      compressSync(messages, {
        ...options,
        format: 'anthropic',
        recencyWindow: 0,
        budget: '90%',
        partition: { share: 0.05 },
      }).receipt.changes.map(({ message }) => message)
    expect(changes(session)).toEqual([2])
  })
})
