/** The types of Responses items, and what each of them is. */
import type { OpaqueKind, Role } from '../types.ts'
import type { RawRecord } from './raw-value.ts'

/** Roles of message items. */
export const responsesRoles: ReadonlyMap<unknown, Role> = new Map([
  ['system', 'system'],
  ['developer', 'developer'],
  ['user', 'user'],
  ['assistant', 'assistant'],
])

/** An item in which the model calls a tool that the caller runs; an item of type `…_output` answers it. */
interface CallItem {
  /** The key of the arguments. */
  readonly key: string
  /** Free text may be edited; an object of a fixed shape would be refused once it is changed. */
  readonly isFree: boolean
  /** What the tool is called where the item does not say. */
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
  // As Codex calls it.
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
  | ({ readonly is: 'call' } & CallItem)
  /** `of`: the type of the call that it answers; absent where only the `call_id` says which. */
  | { readonly is: 'output'; readonly of?: string; readonly kind: OpaqueKind }
  | ({ readonly is: 'opaque' } & OpaqueItem)
  | { readonly is: 'unknown' }

export function classOf(item: RawRecord): ItemClass {
  const type =
    item.type ?? (isReference(item) ? 'item_reference' : item.role === undefined ? undefined : 'message')
  if (type === 'message') return { is: 'message' }
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

/** Where the arguments of a call are, in the order in which they are looked for. */
const argumentKeys = ['arguments', 'input', 'action', 'operation', 'code', 'query'] as const

/** A call or output of a type that is not known here is still one half of a pair, by its `call_id`. */
function pairedClass(item: RawRecord, kind: OpaqueKind): ItemClass | undefined {
  const { type, call_id: callId } = item
  if (typeof type !== 'string' || typeof callId !== 'string') return undefined
  if (type.endsWith('_output')) {
    // What a program comes to is no answer of the caller, so that it may still be on its way.
    const isOfCaller = !opaqueItems.has(type) || opaqueItems.has(type.replace(/output$/, 'call'))
    return isOfCaller ? { is: 'output', kind } : undefined
  }
  if (!type.endsWith('_call')) return undefined
  const key = argumentKeys.find(name => item[name] !== undefined) ?? 'arguments'
  return { is: 'call', key, isFree: false, tool: type.replace(/_call$/, '') }
}

/** Under which a call and its output find each other: outputs of the types known here answer no other type. */
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

  /** Ask for every item in order; `undefined` where the item does not say. */
  of(item: RawRecord): string | undefined {
    const { type, id } = item
    const callId = typeof item.call_id === 'string' ? item.call_id : undefined
    // Of all outputs, only this one may name its call by the identifier of the item.
    if (type === 'local_shell_call' && callId !== undefined) this.#localShell.set(id, callId)
    if (type === 'local_shell_call_output' && callId === undefined)
      return this.#localShell.get(id) ?? (typeof id === 'string' ? id : undefined)
    return callId
  }
}
