/** An inspection as a person reads it in a terminal. */
import type { Inspection, Share } from '../../inspect.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import { bar, type Cell, formatCount, formatNumber, formatShare, oneLine, table } from './text-table.ts'

const barWidth = 32
const maxRows = 12

export function renderInspection(name: string, transcript: Transcript, inspection: Inspection): string {
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
    ...pressureLine(inspection),
    section('By role', inspection.roles, tokens.tokens),
    section('By tool (results)', inspection.tools, tokens.tokens),
    section('By kind of content', inspection.kinds, tokens.tokens),
    `\nLargest blocks\n${table(
      inspection.largest.map((block): Cell[] => [
        { right: formatNumber(block.tokens) },
        { right: formatShare(block.tokens, tokens.tokens) },
        `message ${block.message}`,
        block.tool ?? block.role,
        block.kind,
        oneLine(block.preview, 60),
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
    ...transcript.problems.slice(0, 5).map(({ line, why }) => `line ${line} skipped: ${why}\n`),
    ...(transcript.problems.length > 5
      ? [`… and ${formatCount(transcript.problems.length - 5, 'more line')}\n`]
      : []),
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

function section(title: string, shares: readonly Share[], whole: number): string {
  if (shares.length === 0) return ''
  const rows = shares.slice(0, maxRows)
  const most = rows[0]?.tokens ?? 0
  const more = shares.length - rows.length
  return `\n${title}\n${table(
    rows.map((share): Cell[] => [
      share.name,
      { right: formatNumber(share.tokens) },
      { right: formatShare(share.tokens, whole) },
      bar(most === 0 ? 0 : share.tokens / most, barWidth),
    ]),
  )}${more > 0 ? `  … and ${more} more\n` : ''}`
}
