/** How far a conversation is plain talk: 0 for an agent at work, 1 where people only speak. */
import type { Measured } from '../../reduce/plan.ts'
import type { CoverageWeights } from './coverage-weights.ts'

export function talkShare(blocks: readonly Measured[], { least, most }: CoverageWeights['talk']): number {
  const tokensOf = (some: readonly Measured[]): number => some.reduce((sum, { tokens }) => sum + tokens, 0)
  const all = tokensOf(blocks)
  const spoken = tokensOf(blocks.filter(({ type, role }) => type === 'text' && role !== 'tool'))
  return all === 0 ? 0 : Math.min(1, Math.max(0, (spoken / all - least) / (most - least)))
}
