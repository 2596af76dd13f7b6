/** Shortens the long texts in a tool's answer of any shape; everything else in it stays. */
import { readFile, stat } from 'node:fs/promises'
import { isRecord } from '../../../formats/raw-value.ts'
import { isText, toText } from '../../../tokens/bytes.ts'

/** Keys under which hosts and MCP servers put the output of a tool. */
const textKeys: ReadonlySet<string> = new Set(['stdout', 'stderr', 'content', 'result', 'output', 'text'])

const maxDepth = 4

/** Returns the same value if nothing changed. */
export async function shortenTexts(
  value: unknown,
  shorten: (text: string) => Promise<string | undefined>,
  depth = 0,
): Promise<unknown> {
  if (typeof value === 'string') return (await shorten(value)) ?? value
  if (depth >= maxDepth) return value
  if (Array.isArray(value)) {
    const items: unknown[] = []
    // One after another: two originals of one answer do not need two connections.
    for (const item of value)
      items.push(
        isRecord(item) && item['type'] === 'text' ? await shortenTexts(item, shorten, depth + 1) : item,
      )
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isRecord(value)) return value
  const changed: Record<string, unknown> = {}
  for (const key of textKeys) {
    if (!Object.hasOwn(value, key)) continue
    const shorter = await shortenTexts(value[key], shorten, depth + 1)
    if (shorter !== value[key]) changed[key] = shorter
  }
  return Object.keys(changed).length === 0 ? value : { ...value, ...changed }
}

const maxBytes = 64 * 1024 * 1024

/** The whole output, if a host keeps it in a file and passes on only a part. */
export async function wholeText(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined
  try {
    const file = await stat(path)
    if (!file.isFile() || file.size > maxBytes) return undefined
    const bytes = await readFile(path)
    return isText(bytes) ? toText(bytes) : undefined
  } catch {
    return undefined
  }
}
