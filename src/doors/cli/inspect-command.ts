/** `fovea inspect`: where the tokens of a session went. */
import { Command } from 'commander'
import { optionError } from '../../errors.ts'
import { type Inspection, inspect, type Share } from '../../inspect.ts'
import { countersFor } from '../../tokens/counters.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import { systemAndToolTokens } from '../../transcripts/transcript-tokens.ts'
import { formatCount, formatNumber, formatShare } from './format-number.ts'
import { modelOption } from './model-option.ts'
import {
  describePrice,
  formatMoney,
  type Price,
  type PriceFlags,
  priceOf,
  priceOptions,
} from './model-price.ts'
import { numberOption } from './number-option.ts'
import { progress } from './progress.ts'
import { readSessionFile } from './read-session-file.ts'
import { problemLines } from './summarize-receipt.ts'
import { bar, type Cell, terminalLine, textTable } from './text-table.ts'
import { printResult } from './write-result.ts'

interface Flags extends PriceFlags {
  readonly model?: string
  readonly window?: string | true
  readonly json?: boolean
  readonly top: number
  readonly strict?: boolean
}

export function inspectCommand(): Command {
  return new Command('inspect')
    .description('Show where the tokens of a session went')
    .argument('<file>', 'session file (.gz too), or - for standard input')
    .addOption(modelOption())
    .option(
      '-w, --window [model]',
      'how full the window is: of a model, of a number of tokens (200k), or of the model in the session',
    )
    .addOption(priceOptions()[0])
    .addOption(priceOptions()[1])
    .option(
      '--top <number>',
      'how many of the largest blocks to list',
      numberOption('--top', { isWhole: true }),
      10,
    )
    .option('--json', 'print everything as JSON')
    .option('--strict', 'stop at the first line that cannot be read')
    .addHelpText(
      'after',
      `
Examples:
  fovea inspect ~/.claude/projects/my-project/session.jsonl
  fovea inspect rollout.jsonl.gz --top 30
  fovea inspect session.jsonl --window claude-opus-5
  fovea inspect session.jsonl --json | jq .tools`,
    )
    .action(async (file: string, flags: Flags) => {
      const { name, transcript } = await readSessionFile(file, flags)
      const working = progress()
      working.update(`counting ${formatCount(transcript.messages.length, 'message')} …`, 'at once')
      const inspection = inspect(transcript, {
        counter: flags.model,
        top: flags.top,
        window: windowFor(flags, transcript),
        systemAndToolTokens: systemAndToolTokens(transcript, countersFor({ counter: flags.model }).counter),
      })
      working.done()
      const price = priceOf(flags, flags.model ?? transcript.model)
      printResult(flags.json ? inspection : renderInspection(name, transcript, inspection, price))
    })
}

function windowFor({ window }: Flags, { model }: Transcript): string | undefined {
  if (window !== true) return window
  if (model !== undefined) return model
  throw optionError('--window: the session does not say which model it ran on; name one.')
}

const barWidth = 32
const maxRows = 12

/** An inspection as a person reads it in a terminal. */
function renderInspection(
  name: string,
  transcript: Transcript,
  inspection: Inspection,
  price: Price | undefined,
): string {
  const { tokens } = inspection
  const events = transcript.events.filter(({ type }) => type === 'compaction').length
  const facts = [
    formatCount(inspection.messages, 'message'),
    `${tokens.exact ? '' : '~'}${formatNumber(tokens.tokens)} tokens (${tokens.counter}${tokens.exact ? '' : ', estimated'})`,
    ...(events > 0 ? [formatCount(events, 'compaction')] : []),
    ...(transcript.sidechains.length > 0 ? [formatCount(transcript.sidechains.length, 'sidechain')] : []),
  ]
  const { duplicates } = inspection
  return [
    `${name}\n${transcript.agent}, ${transcript.format}: ${facts.join(', ')}\n`,
    ...(price === undefined
      ? []
      : [`${formatMoney(tokens.tokens, price)} a request, at ${describePrice(price)}\n`]),
    ...pressureLine(inspection),
    section('By role', withRest(inspection.roles, inspection), tokens.tokens),
    section('Tool results, by tool', inspection.tools, tokens.tokens),
    section('By kind of content', withRest(inspection.kinds, inspection), tokens.tokens),
    `\nLargest blocks\n${textTable(
      inspection.largest.map((block): Cell[] => [
        { right: formatNumber(block.tokens) },
        { right: formatShare(block.tokens, tokens.tokens) },
        `#${block.message + 1}`,
        block.tool ?? block.role,
        block.kind,
        terminalLine(block.preview, 60),
      ]),
    )}`,
    `\nDuplicates: ${
      duplicates.copies === 0
        ? 'none'
        : `${formatCount(duplicates.copies, 'repeated text')}, ${formatNumber(duplicates.tokens)} tokens (${formatShare(duplicates.tokens, tokens.tokens)})`
    }\n`,
    ...(inspection.secrets > 0
      ? [`Secrets: ${formatCount(inspection.secrets, 'block')} hold something shaped like a credential\n`]
      : []),
    ...(inspection.problems > 0
      ? [`Validity: ${formatCount(inspection.problems, 'problem')} a provider would reject\n`]
      : []),
    ...problemLines(transcript),
  ].join('')
}

function pressureLine({ pressure }: Inspection): string[] {
  if (pressure === undefined) return []
  const { window, reserve, systemAndToolTokens, usable, share, tokens } = pressure
  const taken = [
    ...(reserve > 0 ? [`${formatNumber(reserve)} for the answer`] : []),
    ...(systemAndToolTokens > 0 ? [`${formatNumber(systemAndToolTokens)} for system and tools`] : []),
  ]
  const less = taken.length === 0 ? '' : ` less ${taken.join(' and ')}`
  return [
    `\nWindow${pressure.model === undefined ? '' : ` of ${pressure.model}`}: ${formatNumber(window)} tokens${less}, ${formatShare(tokens, usable)} full\n  ${bar(share, barWidth)}\n`,
  ]
}

/** Adds rows for tokens that belong to no block, so that the rows add up to the total. */
function withRest(shares: readonly Share[], { overhead, systemAndToolTokens }: Inspection): readonly Share[] {
  const rest = [
    { name: 'message framing', tokens: overhead, blocks: 0 },
    { name: 'system text and tools', tokens: systemAndToolTokens, blocks: 0 },
  ]
  return [...shares, ...rest.filter(({ tokens }) => tokens > 0)].sort((a, b) => b.tokens - a.tokens)
}

function section(title: string, shares: readonly Share[], whole: number): string {
  if (shares.length === 0) return ''
  const rows = shares.length > maxRows ? withOthers(shares) : shares
  const maxTokens = rows.reduce((largest, { tokens }) => Math.max(largest, tokens), 0)
  return `\n${title}\n${textTable(
    rows.map((share): Cell[] => [
      share.name,
      { right: formatNumber(share.tokens) },
      { right: formatShare(share.tokens, whole) },
      bar(maxTokens === 0 ? 0 : share.tokens / maxTokens, barWidth),
    ]),
  )}`
}

/** Combines the smallest shares into one row. */
function withOthers(shares: readonly Share[]): readonly Share[] {
  const others = shares.slice(maxRows - 1)
  const tokens = others.reduce((sum, share) => sum + share.tokens, 0)
  return [...shares.slice(0, maxRows - 1), { name: `${others.length} others`, tokens, blocks: 0 }]
}
