/** The token usage that a provider reported, in one shape: of an answer, or of the events of a stream. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { tokenCount } from '../../../models/model-answer.ts'
import type { Usage } from '../../../session/session.ts'
import { present } from '../../../tokens/json-value.ts'

/**
 * The object `usage` of an answer or event: at the top, in `message` (the first event of Anthropic's stream) or in `response`
 * (the last of OpenAI's Responses).
 */
export function usageIn(value: unknown): RawRecord | undefined {
  if (!isRecord(value)) return undefined
  const holder = [value, value.message, value.response].find(each => isRecord(each) && isRecord(each.usage))
  return isRecord(holder) && isRecord(holder.usage) ? holder.usage : undefined
}

/** `undefined` if it does not say how long the input was. */
export function usageOf(reported: RawRecord): Usage | undefined {
  const input = tokenCount(reported.input_tokens) ?? tokenCount(reported.prompt_tokens)
  if (input === undefined) return undefined
  const details = [reported.input_tokens_details, reported.prompt_tokens_details].find(isRecord)
  const read = tokenCount(reported.cache_read_input_tokens)
  const written = tokenCount(reported.cache_creation_input_tokens)
  const cached = read ?? tokenCount(details?.cached_tokens) ?? tokenCount(reported.prompt_cache_hit_tokens)
  const output = tokenCount(reported.output_tokens) ?? tokenCount(reported.completion_tokens)
  return {
    // Anthropic counts cache reads and writes separately from the input, the others within it.
    inputTokens: input + (read ?? 0) + (written ?? 0),
    ...present({ cachedTokens: cached, writtenTokens: written, outputTokens: output }),
  }
}

export function addUsage(one: Usage | undefined, other: Usage | undefined): Usage | undefined {
  if (one === undefined || other === undefined) return one ?? other
  const sum = (key: keyof Usage): number => (one[key] ?? 0) + (other[key] ?? 0)
  return {
    inputTokens: sum('inputTokens'),
    cachedTokens: sum('cachedTokens'),
    writtenTokens: sum('writtenTokens'),
    outputTokens: sum('outputTokens'),
  }
}

/** Adds numbers; for other values, the later one wins. */
export function sumUsage(one: unknown, other: unknown): unknown {
  if (typeof one === 'number' && typeof other === 'number') return one + other
  if (!isRecord(one) || !isRecord(other)) return other ?? one
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...keys].map(key => [key, sumUsage(one[key], other[key])]))
}

/** Omits the field if no usage was reported. */
export function summedUsage(usages: readonly unknown[]): { readonly usage?: unknown } {
  const usage = usages.reduce(sumUsage, undefined)
  return usage === undefined || usage === null ? {} : { usage }
}
