/** One entry of `tool_calls`: of Chat Completions, or of the looser shape that agents write down. */
import type { Path } from '../types.ts'
import { isRecord, type RawRecord } from './raw-value.ts'

export interface ChatToolCall {
  /** `strict`: as the API writes it. `loose`: `{ id, name, arguments }`. */
  readonly shape: 'strict' | 'loose'
  /** A number in some logs, absent in others. */
  readonly id: unknown
  readonly name: string
  readonly arguments: unknown
  /** From the entry to its arguments. */
  readonly path: Path
}

/** `undefined` for what is no call of a known shape. */
export function chatToolCall(entry: unknown): ChatToolCall | undefined {
  if (!isRecord(entry)) return undefined
  if (isRecord(entry.function)) return callIn(entry.function, 'arguments', ['function'], entry.id)
  if (isRecord(entry.custom)) return callIn(entry.custom, 'input', ['custom'], entry.id)
  return callIn(entry, Object.hasOwn(entry, 'args') ? 'args' : 'arguments', [], entry.id)
}

function callIn(holder: RawRecord, key: string, path: Path, id: unknown): ChatToolCall | undefined {
  if (typeof holder.name !== 'string') return undefined
  const shape = path.length > 0 ? 'strict' : 'loose'
  return { shape, id, name: holder.name, arguments: holder[key], path: [...path, key] }
}

/** The entries of a message's `tool_calls`, if it has any. */
export function toolCallsOf(message: RawRecord): readonly unknown[] {
  return Array.isArray(message.tool_calls) ? message.tool_calls : []
}
