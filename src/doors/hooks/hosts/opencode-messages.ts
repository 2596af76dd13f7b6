/** Messages as opencode's own server lists them → messages of Chat Completions. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { recordOf, textOf } from './payload-fields.ts'

export function opencodeMessages(listed: unknown): readonly RawRecord[] {
  if (!Array.isArray(listed)) return []
  return listed.flatMap(message => {
    if (!isRecord(message)) return []
    const parts = Array.isArray(message['parts']) ? message['parts'].filter(isRecord) : []
    const content = parts
      .flatMap(part => (part['type'] === 'text' ? (textOf(part, 'text') ?? []) : []))
      .join('\n')
    if (textOf(recordOf(message, 'info'), 'role') !== 'assistant')
      return content === '' ? [] : [{ role: 'user', content }]
    const calls = parts.filter(part => part['type'] === 'tool' && textOf(part, 'callID') !== undefined)
    if (calls.length === 0) return content === '' ? [] : [{ role: 'assistant', content }]
    return [{ role: 'assistant', content, tool_calls: calls.map(callOf) }, ...calls.map(resultOf)]
  })
}

function callOf(part: RawRecord): RawRecord {
  const input = recordOf(recordOf(part, 'state'), 'input')
  return {
    id: part['callID'],
    type: 'function',
    function: { name: textOf(part, 'tool') ?? 'tool', arguments: JSON.stringify(input) },
  }
}

function resultOf(part: RawRecord): RawRecord {
  const state = recordOf(part, 'state')
  const printed = textOf(state, 'output') ?? textOf(state, 'error') ?? ''
  const exitCode = exitCodeOf(recordOf(state, 'metadata'))
  const content = exitCode === undefined ? printed : `${printed}\n[exit code ${exitCode}]`
  return { role: 'tool', tool_call_id: part['callID'], content }
}

/** opencode keeps it beside the output, where the model does not see it. */
export function exitCodeOf({ exit }: RawRecord): number | undefined {
  return typeof exit === 'number' ? exit : undefined
}
