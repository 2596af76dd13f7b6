/** A receipt as text for a person. */
import type { Change, Receipt, TracedDecision } from '../../receipt.ts'
import { shellQuoted } from '../../scan/actions/shell/shell-quoted.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import { storeFlag } from '../hooks/store-flag.ts'
import { colour } from './colour.ts'
import { formatCount, formatNumber, formatShare } from './format-number.ts'
import { describePrice, formatMoney, type Price } from './model-price.ts'
import { shownStore } from './open-store.ts'
import { programName } from './program-name.ts'
import type { SessionInput } from './read-session-file.ts'
import { bar, type Cell, fitted, terminalLine, textTable } from './text-table.ts'

const barWidth = 40
const maxProblems = 5

interface SummaryContext {
  /** As it was given on the command line. */
  readonly store?: string | undefined
  readonly dryRun?: boolean
  readonly output?: string
  /** Shown beside the tokens. */
  readonly price?: Price | undefined
  /** Whether this command created the store. */
  readonly isNewStore?: boolean
  /** Tokens of system text and tools that were added to a budget in tokens. @default 0 */
  readonly systemAndTools?: number
}

export function summarizeReceipt(receipt: Receipt, session: SessionInput, context: SummaryContext): string {
  const { before, after } = receipt.tokens
  const saved = before.tokens - after.tokens
  const money = (count: number): Cell[] =>
    context.price === undefined ? [] : [{ right: formatMoney(count, context.price) }]
  return fitted(
    [
      `${session.name}: ${formatCount(session.transcript.messages.length, 'message')}, ${session.transcript.agent}, ${receipt.format}\n`,
      textTable([
        ['before', { right: tokens(before) }, ...money(before.tokens), bar(1, barWidth)],
        [
          'after',
          { right: tokens(after) },
          ...money(after.tokens),
          colour('green', bar(receipt.keptRatio, barWidth), process.stderr),
        ],
        ['saved', { right: formatNumber(saved) }, ...money(saved), formatShare(saved, before.tokens)],
      ]),
      ...(context.price === undefined ? [] : [`price: ${describePrice(context.price)}\n`]),
      ...pressureLines(receipt),
      ...budgetLines(receipt, context),
      ...gateLines(receipt),
      ...metricLines(receipt),
      ...noteLines(receipt),
      ...changeLines(receipt.changes),
      ...explanation(receipt),
      ...receipt.notes.map(({ message }) => `note: ${message}\n`),
      ...problemLines(session.transcript),
      lastLine(receipt, context),
    ].join(''),
  )
}

function tokens(count: Receipt['tokens']['before']): string {
  return `${count.exact ? '' : '~'}${formatNumber(count.tokens)}`
}

function budgetLines({ budget }: Receipt, { systemAndTools = 0 }: SummaryContext): string[] {
  if (budget === undefined) return []
  const size = `${partsText(budget, systemAndTools)}${formatNumber(budget.tokens)} tokens`
  if (budget.met) return [`budget: ${size}, met\n`]
  const parts = Object.entries(budget.floor?.parts ?? {}).sort(([, a], [, b]) => b - a)
  return [
    `budget: ${size}, ${colour('red', 'NOT met', process.stderr)}; what may not be left out takes ${formatNumber(budget.floor?.tokens ?? 0)}:\n`,
    textTable(parts.map(([name, part]) => [name, { right: formatNumber(part) }])),
  ]
}

/** The parts of a budget that differs from the number that the user typed. */
function partsText({ tokens, share }: NonNullable<Receipt['budget']>, systemAndTools: number): string {
  const fixed = share?.systemAndToolTokens ?? systemAndTools
  if (share === undefined && fixed === 0) return ''
  const own =
    share === undefined
      ? formatNumber(tokens - fixed)
      : `${formatShare(share.part, 1)} of the ${formatNumber(share.compressible)} that may be compressed`
  return `${own}${fixed === 0 ? '' : `, and ${formatNumber(fixed)} of system text and tools`}: `
}

function pressureLines({ auto }: Receipt): string[] {
  if (auto === undefined) return []
  const { pressure, reasons, strategy } = auto
  const full =
    pressure === undefined
      ? []
      : [
          `window: ${pressure.model === undefined ? '' : `${pressure.model}, `}${formatNumber(pressure.usable)} of ${formatNumber(pressure.window)} tokens usable, ${formatShare(pressure.tokens, pressure.usable)} full\n`,
        ]
  return [...full, `strategy: ${strategy ?? 'none needed'} (${reasons.join('; ')})\n`]
}

function gateLines({ gate }: Receipt): string[] {
  if (gate === undefined) return []
  const { visible, probes, critical, criticalVisible, misses, missedBefore, outcome } = gate
  const before = missedBefore === 0 ? '' : ` ${formatNumber(missedBefore)} of them only`
  const raised = outcome === 'raised' ? `,${before} after more was shown` : ''
  return [
    `gate: ${formatNumber(visible)} of ${formatCount(probes, 'question')} about what was removed answered, ${formatNumber(criticalVisible)} of ${formatNumber(critical)} critical${raised}\n`,
    ...misses
      .filter(miss => miss.critical)
      .map(({ question, message }) => `  not answered (#${message + 1}): ${terminalLine(question, 100)}\n`),
  ]
}

function metricLines({ metrics }: Receipt): string[] {
  if (metrics === undefined) return []
  const { information, recovery, time } = metrics
  const parts = [
    `${formatNumber(information.preserved)} of ${formatCount(information.facts, 'key fact')} visible`,
    `${formatNumber(recovery.restored)} of ${formatCount(recovery.attempts, 'original')} come back`,
    ...(time === undefined ? [] : [`${time.value.toFixed(1)} s`]),
  ]
  return [`metrics: ${parts.join(', ')}\n`]
}

function noteLines({ note }: Receipt): string[] {
  if (note === undefined || note.outcome === 'no-room') return []
  const cost = note.cost === undefined ? '' : `, ${note.cost.toFixed(4)} by your price`
  const took =
    note.calls === 0
      ? 'written before, no call'
      : `${formatNumber(note.input)} tokens in, ${formatNumber(note.output)} out${cost}`
  const what = note.outcome === 'written' ? `${formatNumber(note.tokens)} tokens by the model` : 'none'
  return [`note: ${what} (${took})\n`]
}

function changeLines(changes: readonly Change[]): string[] {
  const groups = Object.entries(Object.groupBy(changes, change => change.reducer))
  return [
    textTable(
      groups.map(([reducer, group = []]) => [
        reducer,
        { right: formatCount(group.length, 'block') },
        { right: formatNumber(group.reduce((sum, change) => sum + change.tokensBefore, 0)) },
        '→',
        { right: formatNumber(group.reduce((sum, change) => sum + change.tokensAfter, 0)) },
        'tokens',
      ]),
    ),
  ]
}

/** Each decision in order: where, what, how much, why. Neighbouring blocks with the same change share a line. */
function explanation({ decisions }: Receipt): string[] {
  if (decisions === undefined) return []
  const runs: TracedDecision[][] = []
  for (const decision of decisions) {
    const run = runs.at(-1)
    if (run?.[0] !== undefined && isSameSaid(run[0], decision)) run.push(decision)
    else runs.push([decision])
  }
  const rows = runs.map((run): Cell[] => {
    const [first] = run as [TracedDecision]
    const last = run.at(-1) as TracedDecision
    const place = ({ message, block }: TracedDecision): string => `${message + 1}.${block + 1}`
    const sum = (of: (decision: TracedDecision) => number): string =>
      formatNumber(run.reduce((total, decision) => total + of(decision), 0))
    return [
      { right: run.length === 1 ? place(first) : `${place(first)} to ${place(last)}` },
      run.length === 1 ? '' : `${formatNumber(run.length)} blocks`,
      first.action === 'keep' ? 'kept' : first.action === 'merge' ? 'merged' : (first.reducer ?? ''),
      { right: sum(({ tokensBefore }) => tokensBefore) },
      first.action === 'keep' ? '' : `→ ${sum(({ tokensAfter }) => tokensAfter)}`,
      first.reason,
    ]
  })
  return ['\nmessage.block, what became of it, tokens, why\n', textTable(rows), '\n']
}

function isSameSaid(one: TracedDecision, other: TracedDecision): boolean {
  return one.action === other.action && one.reducer === other.reducer && one.reason === other.reason
}

export function problemLines({ problems }: Pick<Transcript, 'problems'>): string[] {
  const shown = problems.slice(0, maxProblems).map(({ line, why }) => `line ${line} skipped: ${why}\n`)
  const more = problems.length - shown.length
  return more > 0 ? [...shown, `… and ${formatCount(more, 'more line')}\n`] : shown
}

function lastLine(receipt: Receipt, { dryRun, output, store, isNewStore }: SummaryContext): string {
  const named = storeFlag(store)
  if (receipt.changes.length === 0) return 'Nothing to do: the view is the input.\n'
  if (dryRun) return 'Dry run: nothing was stored or written.\n'
  const back =
    output === undefined ? '' : `; back with: ${programName()} uncompress ${shellQuoted(output)}${named}`
  // The store is explained when it is first used.
  const introduced = isNewStore
    ? `That file was made just now. It keeps originals as they are, not encrypted, readable by your user alone; forget them with: ${programName()} store purge --all --yes${named}\n`
    : ''
  const count = receipt.changes.length
  const isWaiting = receipt.notes.some(({ code }) => code === 'store-unreachable' || code === 'store-locked')
  const where = isWaiting ? `${count === 1 ? 'waits' : 'wait'} for` : 'in'
  return `${formatCount(count, 'original')} ${where} ${shownStore(store)}${back}\n${introduced}`
}
