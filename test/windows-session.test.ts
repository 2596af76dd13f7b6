import { describe, expect, it } from 'vitest'
import { compress } from '../src/compress.ts'

type Step = readonly [name: string, input: object, output: string, isError?: true]

const total = 'export function total(sum: number): number {\n  return sum\n}\n'
const filler = Array.from({ length: 150 }, (_, line) => `line ${line} of a long listing`).join('\n')
const failed = 'src/cart.ts(7,3): error TS2304: Cannot find name "tax".'
const committed = '[main 4f2a91c] Add tax\n 2 files changed, 9 insertions(+)\n create mode 100644 src/tax.ts'

/** The same work in two shells. */
const posix: readonly Step[] = [
  ['Bash', { command: 'cd /home/mira/shop && git status -sb' }, '## main...origin/main'],
  ['Bash', { command: 'cat src/cart.ts' }, total],
  ['Bash', { command: 'ls -R node_modules' }, filler],
  ['Write', { file_path: '/home/mira/shop/src/tax.ts', content: total }, 'File created.'],
  ['Bash', { command: 'npx tsc --noEmit' }, failed, true],
  ['Edit', { file_path: '/home/mira/shop/src/cart.ts', old_string: 'a', new_string: 'b' }, 'Updated.'],
  ['Bash', { command: 'git add -A && git commit -m "Add tax"' }, committed],
  ['Bash', { command: 'mv src/old.ts src/new.ts' }, ''],
  ['Bash', { command: 'echo x >> notes/todo.txt' }, ''],
  ['Bash', { command: 'git status --short' }, ' M notes/todo.txt\nR  src/old.ts -> src/new.ts\n?? out.csv'],
  ['Bash', { command: 'rm out.csv' }, ''],
  ['Bash', { command: 'rm /home/mira/shop/src/tax.ts' }, ''],
]
const windows: readonly Step[] = [
  ['PowerShell', { command: 'Set-Location C:\\Users\\mira\\shop; git status -sb' }, '## main...origin/main'],
  ['PowerShell', { command: 'Get-Content src\\cart.ts' }, total],
  ['PowerShell', { command: 'Get-ChildItem -Recurse node_modules' }, filler],
  ['Write', { file_path: 'C:\\Users\\mira\\shop\\src\\tax.ts', content: total }, 'File created.'],
  ['PowerShell', { command: 'npx tsc --noEmit' }, failed, true],
  [
    'Edit',
    { file_path: 'C:\\Users\\mira\\shop\\src\\cart.ts', old_string: 'a', new_string: 'b' },
    'Updated.',
  ],
  ['PowerShell', { command: 'git add -A; git commit -m "Add tax"' }, committed],
  ['PowerShell', { command: 'Move-Item src\\old.ts src\\new.ts' }, ''],
  ['PowerShell', { command: 'Add-Content notes\\todo.txt "x"' }, ''],
  [
    'PowerShell',
    { command: 'git status --short' },
    ' M notes/todo.txt\nR  src/old.ts -> src/new.ts\n?? out.csv',
  ],
  ['PowerShell', { command: 'Remove-Item out.csv' }, ''],
  ['PowerShell', { command: 'Remove-Item C:\\Users\\mira\\shop\\src\\tax.ts' }, ''],
]

/** Its commands name files otherwise than its tools do. */
const gitBash: readonly Step[] = posix.map(([name, input, output, isError], index) => {
  const given =
    name === 'Bash'
      ? JSON.parse(JSON.stringify(input).replaceAll('/home/', '/c/Users/'))
      : windows[index]?.[1]
  return isError === undefined ? [name, given, output] : [name, given, output, isError]
})

function session(steps: readonly Step[], lineBreak: string): readonly object[] {
  const worked = steps.flatMap(([name, input, output, isError], index) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: `call_${index}`, name, input }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: `call_${index}`,
          content: output.replaceAll('\n', lineBreak),
          ...(isError === true ? { is_error: true } : {}),
        },
      ],
    },
  ])
  return [
    { role: 'user', content: 'Add tax to the cart.' },
    ...worked,
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'And now?' },
  ]
}

async function stateOf(messages: readonly object[]): Promise<readonly string[]> {
  const { messages: view } = await compress(messages, { budget: 1500 })
  return JSON.stringify(view)
    .split('\\n')
    .filter(line => /^(?:Checks|Git|Changed files|Files read|Open errors)\b/.test(line))
}

describe('a session on Windows', () => {
  it.each([
    ['PowerShell', windows],
    ['Git Bash', gitBash],
  ])('has the state of the same work in a POSIX shell: %s', async (_, steps) => {
    const expected = await stateOf(session(posix, '\n'))
    expect(expected.length).toBeGreaterThan(2)
    const found = await stateOf(session(steps, '\r\n'))
    expect(found.map(line => line.replaceAll('C:/Users/mira/', '/home/mira/'))).toEqual(expected)
  })
})
