/** Placeholder: the owner replaces this whole file. */
import type { ContentKind } from '../types.ts'
export function contentKind(_text: string): ContentKind {
  return 'other'
}
