/** A plan for a workspace as a table for people and as plain JSON for programs. */
import type { DocumentTechnique } from '../../../tools/documents/compress-document.ts'
import type { SkippedFile } from '../../../tools/workspace/find-documents.ts'
import type { PlannedTier, TierPlan } from '../../../tools/workspace/plan-tiers.ts'
import type { PlannedDocument, WorkspacePlan } from '../../../tools/workspace/plan-workspace.ts'
import { documentTechniques } from '../../../tools/workspace/shorten-document.ts'
import { formatCount, formatNumber, formatShare } from '../format-number.ts'
import { type Cell, terminalLine, textTable } from '../text-table.ts'
import { readCost } from './workspace-options.ts'

const right = (text: string): Cell => ({ right: text })

export function renderPlan(plan: WorkspacePlan, dollars: number): string {
  const { documents, tokens, codebook } = plan
  const each = documents.some(({ alone }) => alone !== undefined) ? documentTechniques : []
  const rows: Cell[][] = [
    ['document', right('tokens'), ...each.map(right), right('together'), right('saved'), ''],
    ...documents.map(document => rowOf(document, each)),
  ]
  if (codebook !== undefined)
    rows.push(['the shared codebook', right(''), ...each.map(() => ''), right(formatNumber(codebook.tokens))])
  rows.push([
    'all',
    right(formatNumber(tokens.before)),
    ...each.map(technique =>
      right(formatNumber(documents.reduce((sum, { alone }) => sum + (alone?.[technique] ?? 0), 0))),
    ),
    right(formatNumber(tokens.after)),
    right(formatShare(tokens.before - tokens.after, tokens.before)),
  ])
  const saved = readCost(tokens.before - tokens.after, dollars)
  return [
    `${plan.root}: ${formatCount(documents.length, 'document')}, tokens of ${tokens.counter}${each.length === 0 ? '' : '; under a technique, what it saves by itself'}\n`,
    documents.length === 0 ? '' : textTable(rows),
    `$${readCost(tokens.before, dollars).toFixed(4)} → $${readCost(tokens.after, dollars).toFixed(4)} for each time all are read, at $${dollars} per million tokens: $${(saved * 1000).toFixed(2)} less for 1,000 times\n`,
    renderSkipped(plan.skipped),
  ].join('')
}

function rowOf(
  { path, tokens, alone, state, why }: PlannedDocument,
  each: readonly DocumentTechnique[],
): Cell[] {
  return [
    terminalLine(path, 60),
    right(formatNumber(tokens.before)),
    ...each.map(technique => right(alone === undefined ? '' : formatNumber(alone[technique]))),
    right(formatNumber(tokens.after)),
    right(formatShare(tokens.before - tokens.after, tokens.before)),
    [state === 'edited' ? 'edited since it was compressed' : '', why ?? ''].filter(Boolean).join('; '),
  ]
}

export function renderSkipped(skipped: readonly SkippedFile[]): string {
  if (skipped.length === 0) return ''
  return `left alone:\n${textTable(skipped.map(({ path, why }) => [terminalLine(path, 60), terminalLine(why, 100)]))}`
}

export function planNumbers(plan: WorkspacePlan, dollars: number): object {
  const { root, documents, skipped, tokens, codebook } = plan
  return {
    root,
    documents: documents.map(({ change, ...document }) => ({ ...document, isShorter: change !== undefined })),
    skipped,
    tokens,
    cost: {
      pricePerMillion: dollars,
      before: readCost(tokens.before, dollars),
      after: readCost(tokens.after, dollars),
    },
    ...(codebook && {
      codebook: { entries: Object.keys(codebook.book.entries).length, tokens: codebook.tokens },
    }),
  }
}

/** Tiers as a table for people and as plain JSON for programs. */
export function renderTiers({ tiers, skipped }: TierPlan): string {
  const rows = tiers.map((tier): Cell[] => [
    terminalLine(tier.path, 60),
    { right: `${formatNumber(tier.tokens.document)} → ${formatNumber(tier.tokens.tier)}` },
    actionOf(tier),
  ])
  const list = rows.length === 0 ? 'No document is long enough for a tier.\n' : `tiers:\n${textTable(rows)}`
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
