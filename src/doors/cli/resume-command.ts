/** `fovea resume`: continues a session from an earlier compression, in another process. */
import { Command } from 'commander'
import { errorAtFile } from '../../errors.ts'
import type { Row } from '../../ledger/ledger.ts'
import { titleOf } from '../../ledger/markdown/render-ledger.ts'
import { ellipsisCut } from '../../scan/grapheme-cut.ts'
import type { ResumeState, StatedLedger } from '../../types.ts'
import { parseBudget } from './compress-command.ts'
import { type CompressFlags, compressFile } from './compress-file.ts'
import { formatCount, formatNumber } from './format-number.ts'
import { modelOption } from './model-option.ts'
import { numberOption } from './number-option.ts'
import { storeOption } from './open-store.ts'
import { preservePatternOption } from './preserve-pattern-option.ts'
import { programName } from './program-name.ts'
import { withRulesFlags } from './rules-flags.ts'
import { readState } from './state-file.ts'
import { withSummarizerFlags } from './summarizer-flags.ts'
import { fitted, textTable } from './text-table.ts'
import { withWriterOptions } from './writer-options.ts'

export function resumeCommand(): Command {
  const command = new Command('resume')
    .description('Continue from a saved state with the session as it is now; only new messages are read')
    .argument('<state>', 'file that "fovea compress --state" wrote; it is written again')
    .argument(
      '<file>',
      'the session as it is now, or the earlier view with new messages; - for standard input',
    )
    .option(
      '-b, --budget <tokens>',
      'most tokens of the view: a number, or 30%, a share of what may be compressed',
      parseBudget,
    )
    .addOption(modelOption())
    .option(
      '--recent <messages>',
      'newest messages that stay verbatim',
      numberOption('--recent', { isWhole: true }),
    )
    .addOption(preservePatternOption())
    .option('--rehydrate', 'keep files that are being edited visible')
    .addOption(storeOption())
    .option('-o, --output <file>', 'where the view goes (default: standard output)')
    .option('-n, --dry-run', 'show what would be done; store nothing, write nothing')
    .option('--json', 'print { messages, receipt } as JSON')
    .addHelpText(
      'after',
      `
Examples:
  fovea compress session.jsonl -s anchored --state s.json -o view.json
  fovea resume s.json session.jsonl -o view.json     later, with what was said since`,
    )
    .action(run)
  return withSummarizerFlags(withRulesFlags(withWriterOptions(command)))
}

async function run(state: string, file: string, flags: CompressFlags): Promise<void> {
  const before = await readState(state)
  if (before === undefined)
    throw errorAtFile(
      'file-unreadable',
      state,
      `There is no state at ${state}; "${programName()} compress --strategy anchored --state ${state}" keeps one.`,
    )
  const { state: after, messages } = await compressFile(file, { ...flags, strategy: before.strategy, state })
  process.stderr.write(fitted(describeProgress(before, after, messages)))
}

const maxShown = 3
const maxLabelLength = 60

type ShownRow = Pick<Row, 'section' | 'key' | 'state' | 'value' | 'last'>

/** What was added to a ledger since it was last stored, for a person to read. */
function describeProgress(before: ResumeState, after: ResumeState | undefined, messages: number): string {
  const now = after?.ledger ?? before.ledger
  const known = new Map(rowsOf(before.ledger).map(row => [nameOf(row), row]))
  const fresh = rowsOf(now).filter(row => {
    const old = known.get(nameOf(row))
    return old === undefined || old.state !== row.state || old.last !== row.last
  })
  const sections = Map.groupBy(fresh, ({ section }) => section)
  const folded = formatNumber(now.turns - before.ledger.turns)
  return [
    `resumed after message ${before.ledger.turns}; ${folded} since then are in the ledger now, of ${formatCount(messages, 'message')}\n`,
    textTable(
      Array.from(sections, ([section, rows]) => [
        titleOf(section),
        { right: `${formatNumber(rows.length)} new` },
        rows.toReversed().slice(0, maxShown).map(labelOf).join('; ') + (rows.length > maxShown ? '; …' : ''),
      ]),
    ),
  ].join('')
}

function rowsOf({ rows }: StatedLedger): readonly ShownRow[] {
  return (rows as readonly ShownRow[]).filter(({ state }) => state !== 'hidden')
}

function nameOf({ section, key }: ShownRow): string {
  return `${section} ${key}`
}

/** A file and a command are identified by their name, everything else by its text. */
function labelOf({ section, key, value }: ShownRow): string {
  const label = section === 'files' || section === 'commands' || value === '' ? key : value
  return ellipsisCut(label.slice(0, 400).replace(/\s+/g, ' ').trim(), maxLabelLength)
}
