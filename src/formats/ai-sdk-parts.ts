/** The AI SDK's parts that pass through untouched, in messages and in tool outputs, and what each of them is. */
import type { OpaqueKind } from '../types.ts'
import { mediaKind } from './media-kind.ts'
import { isRecord } from './raw-value.ts'

const kinds: ReadonlyMap<unknown, OpaqueKind | 'file'> = new Map([
  ['image', 'image'],
  ['image-data', 'image'],
  ['image-url', 'image'],
  ['image-file-id', 'image'],
  ['image-file-reference', 'image'],
  ['file', 'file'],
  ['file-data', 'file'],
  ['file-url', 'file'],
  ['file-id', 'file'],
  ['file-reference', 'file'],
  ['media', 'file'],
  ['reasoning', 'reasoning'],
  ['reasoning-file', 'reasoning'],
  ['tool-call', 'serverTool'],
  ['tool-result', 'serverTool'],
])

/** What a part is that is not read as text, call or result. Calls and results are so where the provider ran the tool. */
export function aiSdkKind(part: unknown): OpaqueKind {
  if (!isRecord(part)) return 'unknown'
  const kind = kinds.get(part.type) ?? 'unknown'
  return kind === 'file' ? mediaKind(part.mediaType) : kind
}
