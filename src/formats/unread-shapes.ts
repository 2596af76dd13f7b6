/** Messages of libraries that must be converted before they can be read. */
import { isRecord, listOf } from './raw-value.ts'

interface UnreadShape {
  is(message: Readonly<Record<string, unknown>>): boolean
  readonly advice: string
}

const unreadShapes: readonly UnreadShape[] = [
  {
    // An instance, or what its `toDict` returns.
    is: ({ lc_namespace, type, data }) =>
      Array.isArray(lc_namespace) || (typeof type === 'string' && isRecord(data) && 'content' in data),
    advice: 'It is a message of LangChain: use the middleware of fovea/langchain.',
  },
  {
    is: ({ role, parts }) =>
      typeof role === 'string' && listOf(parts).some(part => isRecord(part) && typeof part.type === 'string'),
    advice: 'It is a UI message of the AI SDK: pass what its convertToModelMessages returns.',
  },
]

/** What to do with a message of a known library that no format reads. */
export function adviceFor(message: unknown): string | undefined {
  return isRecord(message) ? unreadShapes.find(({ is }) => is(message))?.advice : undefined
}
