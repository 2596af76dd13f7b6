/** What calls took, or will take, in a few words. */
import type { CallTotals } from '../../../tools/evaluate/exam/exam-report.ts'
import { formatCount, formatNumber } from '../text-table.ts'

export function totalsText({ calls, inputTokens, outputTokens, cost }: CallTotals): string {
  const money = cost === undefined ? '' : `, ${cost.toFixed(cost < 1 ? 3 : 2)} by your price`
  return `${formatCount(calls, 'call')}, ${formatNumber(inputTokens)} tokens in, ${formatNumber(outputTokens)} out${money}`
}
