/** Which form an item of the compression zone takes: by its type, its importance, its age and its length. */
import type { PartitionType } from '../../reduce/plan.ts'

export type CompressionForm =
  | { readonly form: 'preserve' | 'keep'; readonly reason: string }
  | { readonly form: 'pointer' | 'summary' | 'excerpt' | 'reference'; readonly reason: string }

export interface Item {
  readonly type: PartitionType
  /** From 1 to 5. */
  readonly importance: number
  readonly hours: number
  /** In characters. */
  readonly length: number
}

const criticalImportance = 4
const hoursOfFreshFile = 1
const hoursOfFreshTalk = 0.5
/** Shorter output is cheaper kept. */
export const maxKeptLength = 1000

export function compressionForm({ type, importance, hours, length }: Item): CompressionForm {
  if (importance > criticalImportance) return { form: 'preserve', reason: 'critical' }
  switch (type) {
    case 'file':
      return hours > hoursOfFreshFile
        ? { form: 'pointer', reason: 'file, not recent' }
        : { form: 'keep', reason: 'file, read in the last hour' }
    case 'conversation':
      return hours > hoursOfFreshTalk
        ? { form: 'summary', reason: 'conversation, not recent' }
        : { form: 'keep', reason: 'said in the last half hour' }
    case 'command':
      return length > maxKeptLength
        ? { form: 'excerpt', reason: 'command output' }
        : { form: 'keep', reason: 'short output' }
    case 'result':
      return length > maxKeptLength
        ? { form: 'reference', reason: 'tool result' }
        : { form: 'keep', reason: 'short result' }
  }
}

/** The form of each type where neither age nor importance may hold it back. */
export function formOfType(
  type: PartitionType,
): Extract<CompressionForm, { form: 'pointer' | 'summary' | 'excerpt' | 'reference' }> {
  const reason = 'over the budget'
  switch (type) {
    case 'file':
      return { form: 'pointer', reason }
    case 'conversation':
      return { form: 'summary', reason }
    case 'command':
      return { form: 'excerpt', reason }
    case 'result':
      return { form: 'reference', reason }
  }
}
