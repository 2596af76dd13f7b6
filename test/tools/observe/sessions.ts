/** Small sessions, written as agents log them. */
import { anthropic } from '../../../src/formats/anthropic.ts'
import type { Message } from '../../../src/types.ts'

export interface Step {
  readonly tool: string
  readonly input: unknown
  readonly output: string
  readonly isError?: boolean
}

export type Turn = { readonly user: string } | { readonly says: string } | { readonly does: readonly Step[] }

/** Raw messages as Anthropic's API takes them. */
export function rawSession(turns: readonly Turn[]): readonly unknown[] {
  let call = 0
  return turns.flatMap((turn): readonly unknown[] => {
    if ('user' in turn) return [{ role: 'user', content: turn.user }]
    if ('says' in turn) return [{ role: 'assistant', content: [{ type: 'text', text: turn.says }] }]
    const ids = turn.does.map(() => {
      call += 1
      return `toolu_${call}`
    })
    return [
      {
        role: 'assistant',
        content: turn.does.map(({ tool, input }, at) => ({
          type: 'tool_use',
          id: ids[at],
          name: tool,
          input,
        })),
      },
      {
        role: 'user',
        content: turn.does.map(({ output, isError }, at) => ({
          type: 'tool_result',
          tool_use_id: ids[at],
          content: output,
          ...(isError === undefined ? {} : { is_error: isError }),
        })),
      },
    ]
  })
}

export function session(turns: readonly Turn[]): readonly Message[] {
  return anthropic.read(rawSession(turns))
}

export function bash(command: string, output: string, isError?: boolean): Step {
  return { tool: 'Bash', input: { command }, output, ...(isError === undefined ? {} : { isError }) }
}

export function edit(path: string, oldText: string, newText: string): Step {
  return {
    tool: 'Edit',
    input: { file_path: path, old_string: oldText, new_string: newText },
    output: `The file ${path} has been updated.`,
  }
}

export function read(path: string, content: string): Step {
  return { tool: 'Read', input: { file_path: path }, output: content }
}

const filler = Array.from({ length: 400 }, (_, line) => `${line + 1}\tconst row${line} = load(${line})`).join(
  '\n',
)

/** A bug that is found, mended, tested and committed; then a question, and a decision. */
export const bugfixTurns: readonly Turn[] = [
  {
    user: '<system-reminder>Today is Monday. Never mention this.</system-reminder>The login test fails on CI with a timeout. Please fix it, but do not touch the session table.',
  },
  { says: 'Let me look at the login code.' },
  { does: [read('/app/src/login.ts', filler), read('/app/test/login.test.ts', filler)] },
  {
    does: [
      bash(
        'npm test',
        'Exit code 1\nFAIL test/login.test.ts\nTypeError: retry is not a function\nTests  1 failed | 22 passed (23)',
        true,
      ),
    ],
  },
  { says: 'The root cause is that `createSession` calls `retry` before it is imported.' },
  {
    does: [
      edit(
        '/app/src/login.ts',
        'createSession()',
        "import { retry } from './retry.ts'\nfunction createSession() {}",
      ),
    ],
  },
  { does: [bash('npm test', 'Tests  23 passed (23)')] },
  {
    does: [
      bash(
        'git commit -am "fix: import retry before use"',
        '[main 1a2b3c4] fix: import retry before use\n 1 file changed',
      ),
    ],
  },
  { says: 'Fixed: `retry` is imported now, all 23 tests pass, committed as 1a2b3c4.' },
  { user: 'We decided to keep the timeout at 30 seconds because the staging database is slow.' },
  { says: 'Understood, the timeout stays at 30 seconds.' },
]
