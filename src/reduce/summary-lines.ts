/** The lines that replace messages in views of the strategy `rules`, in their exact spelling. */

interface SummaryParts {
  readonly text: string
  readonly merged: number
  readonly entities: readonly string[]
  readonly summaryId?: string | undefined
}

export function summaryLine({ text, merged, entities, summaryId }: SummaryParts): string {
  const name = summaryId === undefined ? 'summary' : `summary#${summaryId}`
  const mergeSuffix = merged > 1 ? ` (${merged} messages merged)` : ''
  const entitySuffix = entities.length > 0 ? ` | entities: ${entities.join(', ')}` : ''
  return `[${name}: ${text}${mergeSuffix}${entitySuffix}]`
}

export function duplicateLine(id: string, length: number): string {
  return `[cce:dup of ${id} — ${length} chars]`
}

export function nearDuplicateLine(id: string, length: number, similarity: number): string {
  return `[cce:near-dup of ${id} — ${length} chars, ~${Math.floor(similarity * 100)}% match]`
}

export function supersededLine(id: string, signal: string, summary?: string): string {
  return summary === undefined
    ? `[cce:superseded by ${id} — ${signal}]`
    : `[cce:superseded by ${id} (${signal}) — ${summary}]`
}

export function truncatedLine(text: string, start: string): string {
  return `[truncated — ${text.length} chars: ${start}]`
}
