/** The types of Responses items, and how each is treated. */
import type { OpaqueKind, Role } from '../types.ts'
import type { RawRecord } from './raw-value.ts'

/** Roles of message items. */
export const responsesRoles: ReadonlyMap<unknown, Role> = new Map([
  ['system', 'system'],
  ['developer', 'developer'],
  ['user', 'user'],
  ['assistant', 'assistant'],
])

/** An item with a call of a tool that the caller runs; an item of type `…_output` answers it. */
interface CallItem {
  /** The key of the arguments. */
  readonly key: string
  /** Free text may be edited; a changed object of a fixed shape would be refused. */
  readonly isFree: boolean
  /** The name of the tool where the item does not have it. */
  readonly tool?: string
}

const callItems: ReadonlyMap<unknown, CallItem> = new Map<string, CallItem>([
  ['function_call', { key: 'arguments', isFree: true }],
  ['custom_tool_call', { key: 'input', isFree: true }],
  ['local_shell_call', { key: 'action', isFree: false, tool: 'local_shell' }],
  ['shell_call', { key: 'action', isFree: false, tool: 'shell' }],
  ['apply_patch_call', { key: 'operation', isFree: false, tool: 'apply_patch' }],
  ['computer_call', { key: 'action', isFree: false, tool: 'computer' }],
])

interface OpaqueItem {
  readonly kind: OpaqueKind
  readonly role: Role
}

const opaqueItems: ReadonlyMap<unknown, OpaqueItem> = new Map<string, OpaqueItem>([
  ['reasoning', { kind: 'reasoning', role: 'assistant' }],
  ['compaction', { kind: 'compaction', role: 'assistant' }],
  // The name that Codex uses.
  ['compaction_summary', { kind: 'compaction', role: 'assistant' }],
  ['context_compaction', { kind: 'compaction', role: 'assistant' }],
  ['compaction_trigger', { kind: 'compaction', role: 'user' }],
  ['image_generation_call', { kind: 'image', role: 'assistant' }],
  ['web_search_call', { kind: 'serverTool', role: 'assistant' }],
  ['file_search_call', { kind: 'serverTool', role: 'assistant' }],
  ['code_interpreter_call', { kind: 'serverTool', role: 'assistant' }],
  ['tool_search_call', { kind: 'serverTool', role: 'assistant' }],
  // Without a call_id: the provider has searched, within the turn of the model.
  ['tool_search_output', { kind: 'serverTool', role: 'assistant' }],
  ['mcp_call', { kind: 'serverTool', role: 'assistant' }],
  ['mcp_list_tools', { kind: 'serverTool', role: 'assistant' }],
  ['mcp_approval_request', { kind: 'serverTool', role: 'assistant' }],
  ['mcp_approval_response', { kind: 'serverTool', role: 'user' }],
  ['program', { kind: 'serverTool', role: 'assistant' }],
  ['program_output', { kind: 'serverTool', role: 'tool' }],
  ['additional_tools', { kind: 'serverTool', role: 'developer' }],
  ['configuration_update', { kind: 'unknown', role: 'developer' }],
  ['item_reference', { kind: 'unknown', role: 'assistant' }],
])

export type ItemClass =
  | { readonly is: 'message' }
  /** What one agent says to another: `{ author: '/root', recipient: '/root/tests', content: […] }`. */
  | { readonly is: 'agentMessage' }
  | ({ readonly is: 'call' } & CallItem)
  /** `of`: the type of the call that it answers; absent where only the `call_id` identifies it. */
  | { readonly is: 'output'; readonly of?: string; readonly kind: OpaqueKind }
  | ({ readonly is: 'opaque' } & OpaqueItem)
  | { readonly is: 'unknown' }

export function classOf(item: RawRecord): ItemClass {
  const type =
    item.type ?? (isReference(item) ? 'item_reference' : item.role === undefined ? undefined : 'message')
  if (type === 'message') return { is: 'message' }
  if (type === 'agent_message') return { is: 'agentMessage' }
  const call = callItems.get(type)
  if (call !== undefined) return { is: 'call', ...call }
  const of =
    typeof type === 'string' && type.endsWith('_output') ? type.slice(0, -'_output'.length) : undefined
  if (of !== undefined && callItems.has(of)) return { is: 'output', of, kind: 'unknown' }
  const opaque = opaqueItems.get(type)
  const paired = pairedClass(item, opaque?.kind ?? 'unknown')
  if (paired !== undefined) return paired
  return opaque === undefined ? { is: 'unknown' } : { is: 'opaque', ...opaque }
}

/** The keys that may contain the arguments of a call, in the order of search. */
const argumentKeys = ['arguments', 'input', 'action', 'operation', 'code', 'query'] as const

/** A call or output of an unknown type is still half of a pair, by its `call_id`. */
function pairedClass(item: RawRecord, kind: OpaqueKind): ItemClass | undefined {
  const { type, call_id: callId } = item
  if (typeof type !== 'string' || typeof callId !== 'string') return undefined
  if (type.endsWith('_output')) {
    // The output of a program is not an answer of the caller, so that it may come later.
    const isOfCaller = !opaqueItems.has(type) || opaqueItems.has(type.replace(/output$/, 'call'))
    return isOfCaller ? { is: 'output', kind } : undefined
  }
  if (!type.endsWith('_call')) return undefined
  const key = argumentKeys.find(name => item[name] !== undefined) ?? 'arguments'
  return { is: 'call', key, isFree: false, tool: type.replace(/_call$/, '') }
}

/** The key that pairs a call with its output: outputs of known types answer only calls of their type. */
export function pairKey(item: RawRecord, itemClass: ItemClass, callId: string): string {
  if (itemClass.is === 'output') return `${itemClass.of ?? ''} ${callId}`
  return `${callItems.has(item.type) ? item.type : ''} ${callId}`
}

/** A reference to a stored item may be a bare `{ id }`. */
export function isReference(item: RawRecord): boolean {
  if (item.type === 'item_reference') return true
  return typeof item.id === 'string' && Object.keys(item).every(key => key === 'id' || item[key] === null)
}

/** Finds the call that an item makes or answers. */
export class CallIds {
  readonly #localShell = new Map<unknown, string>()

  /** Must be called for every item in order; `undefined` where the item has no identifier. */
  of(item: RawRecord): string | undefined {
    const { type, id } = item
    const callId = typeof item.call_id === 'string' ? item.call_id : undefined
    // Only this output may refer to its call by the identifier of the item.
    if (type === 'local_shell_call' && callId !== undefined) this.#localShell.set(id, callId)
    if (type === 'local_shell_call_output' && callId === undefined)
      return this.#localShell.get(id) ?? (typeof id === 'string' ? id : undefined)
    return callId
  }
}
