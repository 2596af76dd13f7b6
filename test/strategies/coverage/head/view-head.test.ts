/** Where a view says the state of the work. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../../src/compress.ts'

function step(at: number, name: string, input: object, content: string): readonly object[] {
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id: `toolu_${at}`, name, input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${at}`, content }] },
  ]
}

const lines = Array.from({ length: 60 }, (_, line) => `const limit${line} = ${line * 7}`).join('\n')
const edit = { file_path: '/w/src/limits.ts', old_string: 'a', new_string: 'b' }

describe('the head of a view', () => {
  it('is not in a digest of a few short messages, which stay as they are', () => {
    const messages = [
      { role: 'user', content: '<command-name>/mcp</command-name>\n<command-args></command-args>' },
      { role: 'user', content: '<local-command-stdout>Reconnected.</local-command-stdout>' },
      { role: 'user', content: 'Mend the limits.' },
      ...Array.from({ length: 8 }, (_, at) =>
        step(at, 'Read', { file_path: `/w/src/f${at}.ts` }, lines),
      ).flat(),
      ...step(20, 'Edit', edit, 'The file was updated.'),
      ...step(21, 'Bash', { command: 'npm test' }, 'Tests  12 passed (12)'),
      ...step(22, 'Read', { file_path: '/w/src/limits.ts' }, lines),
    ]
    const { messages: view } = compressSync(messages, { strategy: 'coverage', budget: 800 })
    const text = JSON.stringify(view)
    expect(text).toContain('Reconnected.')
    expect(text).toContain('State at #25: request #3 \\"Mend the limits.\\" is being worked on')
    expect(text).toContain('Checks: `npm test` passed')
  })

  it('says of tasks that they are of this request where a message came while the agent worked', () => {
    const todos = [{ content: 'Mend the limits', status: 'in_progress', activeForm: 'Mending' }]
    const messages = [
      { role: 'user', content: 'Mend the limits.' },
      ...step(1, 'TodoWrite', { todos }, 'Todos have been modified.'),
      { role: 'user', content: 'The first one is fine.' },
      ...Array.from({ length: 20 }, (_, at) =>
        step(at + 2, 'Read', { file_path: `/w/src/f${at}.ts` }, lines),
      ).flat(),
    ]
    const text = JSON.stringify(compressSync(messages, { strategy: 'coverage', budget: 800 }).messages)
    expect(text).toContain('request #1')
    expect(text).toContain('user added #4')
    expect(text).toContain('Tasks: [in progress] Mend the limits')
  })

  it('says what is being worked on where nothing was changed or checked yet', () => {
    const reads = Array.from({ length: 40 }, (_, at) =>
      step(at, 'Read', { file_path: `/w/src/f${at}.ts` }, lines),
    ).flat()
    const messages = [{ role: 'user', content: 'Which of the limits are too low?' }, ...reads]
    const { messages: view } = compressSync(messages, { strategy: 'coverage', budget: 800 })
    expect(JSON.stringify(view)).toContain(
      'State at #81: request #1 \\"Which of the limits are too low?\\" is being worked on',
    )
  })

  it('knows what ran also where messages before it are one digest', () => {
    const headOf = (...steps: readonly object[]): string => {
      const reads = (from: number): readonly object[] =>
        Array.from({ length: 20 }, (_, at) =>
          step(
            from + at,
            'Read',
            { file_path: `/w/src/f${from + at}.ts` },
            lines.replaceAll('7', `${from + at}`),
          ),
        ).flat()
      const settings = { strategy: 'coverage', budget: 900 } as const
      const first = [{ role: 'user', content: 'Read the limits.' }, ...reads(0)]
      const { messages: view } = compressSync(first, settings)
      const later = [{ role: 'user', content: 'Mend the first of them.' }, ...steps, ...reads(40)]
      // Without the store of the first round, its messages are not available.
      const text = JSON.stringify(compressSync([...view, ...later], settings).messages)
      return text.slice(text.indexOf('State at'), text.indexOf('#1 user'))
    }
    const change = step(30, 'Edit', edit, 'The file was updated.')
    expect(headOf(...change)).toContain('Checks: no call ran one')
    expect(headOf(...change, ...step(31, 'Bash', { command: './zap.sh limits' }, 'fine'))).not.toContain(
      'no call ran',
    )
    expect(headOf()).not.toContain('no call changed one')
  })

  it('says nothing of people who only talk', () => {
    const messages = Array.from({ length: 40 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `The limit number ${at} is ${at * 7}, and I would rather have it at ${at * 9} from next week on.`,
    }))
    const { messages: view } = compressSync(messages, { strategy: 'coverage', budget: 500 })
    expect(JSON.stringify(view)).not.toContain('State at')
  })
})
