/** The JSON of a value that may be no JSON: with bytes, large integers, cycles or deep nesting. */
import { visitLeaves } from './json-value.ts'
import { isSealed } from './reasoning-text.ts'

/** The value as JSON without the parts that `keep` refuses; only its strings where it is too deep or has a cycle. */
export function partialJson(value: unknown, keep: (key: string, part: unknown) => boolean): string {
  try {
    const replace = (key: string, part: unknown): unknown => {
      if (typeof part === 'bigint') return String(part)
      return !keep(key, part) || ArrayBuffer.isView(part) ? undefined : part
    }
    return JSON.stringify(value, replace) ?? ''
  } catch {
    const strings: string[] = []
    visitLeaves(value, (leaf, key) => {
      if (typeof leaf === 'string' && !isSealed(key)) strings.push(leaf)
    })
    return strings.join('\n')
  }
}
