/** What a view shows of the newest steps of a turn, and of the words that the last request answers. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'
import { uncompressSync } from '../../../src/uncompress.ts'

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

function file(at: number): string {
  return Array.from(
    { length: 30 },
    (_, line) => `export const limit${at}x${line} = settings.read('limit.${at}.${line}', ${line * 7})`,
  ).join('\n')
}

function thinking(words: string): object {
  return { type: 'thinking', thinking: words, signature: 'c2lnbmVk' }
}

/** A call with what was thought before it, and its answer. */
function step(at: number, thought: string, name = 'Read', input: object = { file_path: `/w/src/f${at}.ts` }) {
  return [
    {
      role: 'assistant',
      content: [
        ...(thought === '' ? [] : [thinking(thought)]),
        { type: 'tool_use', id: `toolu_${at}`, name, input },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${at}`, content: file(at) }] },
  ]
}

const findings = [
  '## Timings',
  '| repository | status | save | total |',
  '| --- | --: | --: | --: |',
  '| small | 10 ms | 38 ms | 111 ms |',
  '| large | 39 ms | 208 ms | 337 ms |',
  '**Saving is the dominant step**, since it builds the tree of every file again.',
].join('\n')

const messages = [
  { role: 'user', content: 'Why is the hook slow?' },
  ...step(1, 'The hook reads every file, which `statusOf` of an earlier turn does too.'),
  ...step(2, ''),
  { role: 'assistant', content: [{ type: 'text', text: findings }] },
  { role: 'user', content: 'Wire the new handler in.' },
  ...Array.from({ length: 8 }, (_, at) => step(10 + at, '')).flat(),
  ...step(20, `The registry wants \`TOKEN=${token}\` in the environment of the hook.`),
  ...step(21, 'Good. Let me read the registry.'),
  ...step(22, 'The handler calls `captureState()`: it has to call `onPromptStart` too.', 'Grep', {
    pattern: 'func captureState',
    path: '/w/src',
  }),
]

function viewAt(budget: number): string {
  const { messages: view, originalsByHash } = compressSync(messages, {
    strategy: 'coverage',
    budget,
    strict: true,
  })
  expect(uncompressSync(view, originalsByHash).messages).toEqual(messages)
  const kept = new Set<unknown>(messages)
  return view
    .filter(message => !kept.has(message))
    .map(({ content }) =>
      typeof content === 'string'
        ? content
        : content.map(part => ('text' in part ? part.text : '')).join('\n'),
    )
    .join('\n')
}

describe('a view of a turn that goes on', () => {
  const view = viewAt(700)

  it('shows what was thought in the newest steps, as what it is', () => {
    expect(view).toContain(
      '#28 thinking: The handler calls `captureState()`: it has to call `onPromptStart` too.',
    )
  })

  it('leaves out what was thought in earlier turns, and what only announces the next call', () => {
    expect(view).not.toContain('statusOf')
    expect(view).not.toContain('Let me read the registry')
  })

  it('masks secrets in what was thought', () => {
    expect(view).toMatch(/thinking: The registry wants `TOKEN=\[secret:/)
    expect(view).not.toContain(token)
  })

  it('shows the last call, also where it only looks', () => {
    expect(view).toContain('Grep "func captureState')
  })

  it('shows the words that the last request answers before what was done since', () => {
    expect(view).toContain('Saving is the dominant step')
    expect(view).toContain('| large | 39 ms | 208 ms | 337 ms |')
  })

  it('shows no thought where the turn has ended', () => {
    const ended = [...messages, { role: 'assistant', content: [{ type: 'text', text: 'It is wired in.' }] }]
    const { messages: shown } = compressSync(ended, { strategy: 'coverage', budget: 700, strict: true })
    expect(JSON.stringify(shown)).not.toContain('thinking: ')
  })
})

describe('a check that the head shows', () => {
  it('is not shown a second time beside its call', () => {
    const run = [
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'toolu_t', name: 'Bash', input: { command: 'npm test' } }],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_t',
            content: 'Tests  2 failed | 3 passed (5)\nexit code 1',
          },
        ],
      },
    ]
    const { messages: view } = compressSync([...messages, ...run, ...step(30, ''), ...step(31, '')], {
      strategy: 'coverage',
      budget: 480,
      strict: true,
    })
    const text = JSON.stringify(view)
    expect(text).toMatch(/Checks: `npm test` failed #31/)
    expect(text).not.toContain('Bash npm test')
  })
})
