/** A finished answer of the Responses API, with our calls separated from those of the client. */
import type { RawRecord } from '../../../formats/raw-value.ts'
import { isLookup } from '../../../tools/lookup/lookup-tools.ts'
import type { Turn } from './dialect.ts'
import { parsedInput } from './event-text.ts'

/** Calls that wait for the client; the provider answers those of its own tools itself. */
const clientCalls: ReadonlySet<unknown> = new Set([
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'computer_call',
  'mcp_approval_request',
])

export function responsesTurn(items: readonly RawRecord[], { id, status }: RawRecord): Turn {
  const ours = items.filter(isOurs)
  return {
    ...(typeof id === 'string' ? { id } : {}),
    items,
    calls: ours.map(({ call_id, name, arguments: input }) => ({
      id: String(call_id),
      name: String(name),
      input: parsedInput(String(input)),
    })),
    isMixed: items.some(item => clientCalls.has(item.type) && !isOurs(item)),
    wantsAnswers: status === 'completed',
  }
}

export function isOurs({ type, name }: RawRecord): boolean {
  return type === 'function_call' && isLookup(name)
}
