import { describe, expect, it } from 'vitest'
import { describeCall } from '../../../src/scan/actions/describe-call.ts'
import { sourceOf } from '../../../src/scan/actions/source-of.ts'
import { bash, call, type TestCall } from './calls.ts'

const sources: readonly (readonly [made: TestCall, expected: object])[] = [
  [call('Read', { file_path: '/p/a.ts' }), { tool: 'Read', path: '/p/a.ts' }],
  [call('read_files', { files: [{ path: 'a.ts', start_line: 1 }] }), { tool: 'read_files', path: 'a.ts' }],
  [call('read_files', { files: [{ path: 'a.ts' }, { path: 'b.ts' }] }), { tool: 'read_files' }],
  [call('WebFetch', { url: 'https://a.example' }), { tool: 'WebFetch', path: 'https://a.example' }],
  [call('Grep', { pattern: 'x', path: 'src' }), { tool: 'Grep' }],
  [bash('npm test'), { tool: 'Bash', command: 'npm test' }],
  [bash('cat a.ts'), { tool: 'Bash', command: 'cat a.ts', path: 'a.ts' }],
  [
    bash('cd p && nl a.ts | sed -n 1,9p'),
    { tool: 'Bash', command: 'cd p && nl a.ts | sed -n 1,9p', path: 'p/a.ts' },
  ],
  [bash('cat a.ts | grep x'), { tool: 'Bash', command: 'cat a.ts | grep x' }],
  [bash('cat a.ts b.ts'), { tool: 'Bash', command: 'cat a.ts b.ts' }],
  [bash('cat a.ts; npm test'), { tool: 'Bash', command: 'cat a.ts; npm test' }],
  [call('shell', { command: ['bash', '-lc', 'ls'] }), { tool: 'shell', command: 'ls' }],
  [
    call('shell', { command: ['git', 'commit', '-m', "it's"] }),
    { tool: 'shell', command: "git commit -m 'it'\\''s'" },
  ],
  [call('think', { thought: 'x' }), { tool: 'think' }],
]

describe('where an answer came from', () => {
  it.each(sources)('%j', (made, expected) => {
    expect(sourceOf(made)).toEqual(expected)
  })
})

const lines: readonly (readonly [made: TestCall, expected: string])[] = [
  [call('Read', { file_path: 'src/a.ts' }), 'Read src/a.ts'],
  [bash('npm test'), 'Bash npm test'],
  [bash('cat > a <<E\nx\nE'), 'Bash cat > a <<E …'],
  [bash('x'.repeat(200)), `Bash ${'x'.repeat(120)} …`],
  [call('Grep', { pattern: 'x', path: 'src' }), 'Grep "x" in src'],
  [call('Grep', { pattern: 'import "x"' }), 'Grep `import "x"`'],
  [call('move_file', { source: 'a', destination: 'b' }), 'move_file a → b'],
  [call('read_files', { files: ['a', 'b', 'c'] }), 'read_files a (and 2 more files)'],
  [
    call('TodoWrite', {
      todos: [
        { content: 'a', status: 'completed' },
        { content: 'b', status: 'in_progress' },
      ],
    }),
    'TodoWrite 1 of 2 done: b',
  ],
  [call('TaskUpdate', { taskId: 4, status: 'completed' }), 'TaskUpdate #4: done'],
  [call('think', { thought: 'x' }), 'think'],
  [call('get_order', { order_id: '#W12' }), 'get_order #W12'],
  [call('get_order', { order_id: 'W12', timeout_ms: 500 }), 'get_order W12'],
  [
    call('book', { from: 'MCO', seats: 2, refund: true, people: [{ name: 'A' }], note: 'n'.repeat(80) }),
    'book from=MCO seats=2 refund=true',
  ],
  [call('save', { text: 'n'.repeat(80) }), 'save'],
  [call('list_orders', {}), 'list_orders'],
]

describe('a line about a call', () => {
  it.each(lines)('%j', (made, expected) => {
    expect(describeCall(made)).toBe(expected)
  })
})
