/** The line that replaces a text or several messages by their summary, in its exact spelling. */

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
