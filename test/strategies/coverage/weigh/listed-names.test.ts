import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../../../src/formats/index.ts'
import { compressSync } from '../../../../src/index.ts'
import { conversationText } from '../../../../src/scan/spoken-text.ts'

const fields = ['Storage', 'Queue', 'Retries', 'Timeout', 'Region', 'Owner', 'Format', 'Schedule']
const plan = Array.from(
  { length: 24 },
  (_, at) =>
    `${at + 1}. **${fields[at % fields.length]}**: the ${['importer', 'worker', 'ledger'][at % 3]} of stage ${at} waits ${at * 7 + 3} seconds before it writes batch ${at * 31}.`,
).join('\n')

/** A status of so many changed files, then a plan that was read for the request. */
function viewAfter(changed: number): string {
  const status = Array.from({ length: changed }, (_, at) => ` M packages/part${at % 9}/lib/module_${at}.py`)
  const call = (callId: string, name: string, args: object) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: callId, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  })
  const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
  const { messages } = compressSync(
    [
      { role: 'user', content: 'Write the list of tasks for the plan.' },
      call('a', 'bash', { command: 'git status --short' }),
      result('a', [...status, ' M packages/core/plan_runner.py'].join('\n')),
      call('b', 'bash', { command: 'cat docs/plan.md' }),
      result('b', plan),
      { role: 'assistant', content: 'plan_runner.py has to change first.' },
      call('c', 'bash', { command: 'ls tasks' }),
      result('c', 'template.md'),
    ],
    { format: 'openai-chat', budget: 900 },
  )
  return conversationText(formatNamed('openai-chat').read(messages))
}

describe('a long list of files that nobody speaks of', () => {
  it('leaves room for what was read after it', () => {
    const shown = (view: string): number => view.match(/waits \d+ seconds/g)?.length ?? 0
    const listed = (view: string): number => view.match(/module_\d+\.py/g)?.length ?? 0
    const view = viewAfter(220)
    expect(shown(view)).toBeGreaterThan(10)
    expect(listed(view)).toBeLessThan(30)
  })

  it('is shown by the name that was spoken of', () => {
    expect(viewAfter(220)).toContain('packages/core/plan_runner.py')
  })
})
