/** Tiers as a table for people and as plain JSON for programs. */
import type { PlannedTier, TierPlan } from '../../../tools/workspace/plan-tiers.ts'
import { type Cell, formatNumber, oneLine, table } from '../text-table.ts'
import { renderSkipped } from './render-plan.ts'

export function renderTiers({ tiers, skipped }: TierPlan): string {
  const rows = tiers.map((tier): Cell[] => [
    oneLine(tier.path, 60),
    { right: `${formatNumber(tier.tokens.document)} → ${formatNumber(tier.tokens.tier)}` },
    actionOf(tier),
  ])
  const list = rows.length === 0 ? 'No document is long enough for a tier.\n' : `tiers:\n${table(rows)}`
  return list + renderSkipped(skipped)
}

function actionOf({ action, why }: PlannedTier): string {
  if (action === 'leave') return `left alone: ${why}`
  if (action === 'obsolete') return 'removed: the document is shorter'
  return action === 'current' ? 'up to date' : ''
}

export function tierNumbers({ tiers, skipped }: TierPlan): object {
  return { tiers: tiers.map(({ content: _, ...tier }) => tier), skipped }
}
