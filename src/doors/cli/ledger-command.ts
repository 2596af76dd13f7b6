/** `fovea ledger`: the state of a session, for the agent or user that continues it. */
import { Command, Option } from 'commander'
import { compress } from '../../compress.ts'
import { formatNamed } from '../../formats/index.ts'
import { createLedger } from '../../ledger/create-ledger.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { ledgerJson } from '../../ledger/ledger-json.ts'
import { renderLedger } from '../../ledger/markdown/render-ledger.ts'
import { ledgerOriginal, sourceOriginals } from '../../ledger/stored-ledger.ts'
import type { NoteReport } from '../../receipt.ts'
import { memoryStore } from '../../store/memory-store.ts'
import { countersFor } from '../../tokens/counters.ts'
import type { FormatName, Message } from '../../types.ts'
import { noteIn, noteTitle } from '../../view/note-text.ts'
import { storeFlag } from '../hooks/store-flag.ts'
import { describeLedger } from './describe-ledger.ts'
import { exitCodes } from './exit-codes.ts'
import { formatNumber } from './format-number.ts'
import { modelOption } from './model-option.ts'
import { countOption } from './number-option.ts'
import { openOrCreateStore, storeOption } from './open-store.ts'
import { programName } from './program-name.ts'
import { readSessionFile } from './read-session-file.ts'
import { terminalWidth } from './text-table.ts'
import { indentedJson } from './write-result.ts'
import { type WriterFlags, withWriterOptions, writerEndpoint, writerLimits } from './writer-options.ts'

interface Flags extends WriterFlags {
  readonly markdown?: boolean
  readonly json?: boolean
  readonly tokens?: number
  readonly cut?: number
  readonly all?: boolean
  readonly model?: string
  readonly keep?: boolean
  readonly store?: string
  readonly strict?: boolean
}

export function ledgerCommand(): Command {
  const command = new Command('ledger')
    .description('Show the state of a session: what was asked, done, decided, what failed, what comes next')
    .argument('<file>', 'session file (.gz too), or - for standard input')
    .addOption(new Option('--markdown', 'as an agent reads it').conflicts('json'))
    .option('--json', 'every entry with the messages that it comes from')
    .option(
      '-t, --tokens <number>',
      'most tokens of the ledger; what is worth least is left out',
      countOption('--tokens'),
    )
    .option('--cut <message>', 'as it was before this message, counted from 1', countOption('--cut'))
    .option('-a, --all', 'every entry, however many there are')
    .addOption(modelOption())
    .option('-k, --keep', 'keep the ledger in the store with the words that its entries come from')
    .addOption(storeOption())
    .option('--strict', 'stop at the first line that cannot be read')
    .addHelpText(
      'after',
      `
Examples:
  fovea ledger session.jsonl                              to read
  fovea ledger session.jsonl --markdown --tokens 2000     to hand to an agent
  fovea ledger session.jsonl --cut 120                    the ledger before message 120
  fovea ledger session.jsonl --writer http://localhost:11434 --writer-model qwen3   with a model's note
  fovea ledger session.jsonl --keep                       then: fovea expand db_…#constraints.2
  fovea ledger session.jsonl --json | jq '.rows[] | select(.section == "errors")'`,
    )
    .action(run)
  return withWriterOptions(command)
}

const usualWidth = 80
const minWidth = 40
const maxWidth = 140

/** Row limits of the short display; rules, open errors and changed files are all shown. */
const glanceCaps = {
  turns: 6,
  subagents: 6,
  files: 8,
  commands: 10,
  errors: 5,
  decisions: 12,
  tasks: 30,
  doing: 8,
  state: 12,
  questions: 8,
  next: 12,
}

async function run(file: string, flags: Flags): Promise<void> {
  const { name, transcript } = await readSessionFile(file, flags)
  const messages = transcript.messages.slice(
    0,
    flags.cut === undefined ? undefined : Math.max(0, flags.cut - 1),
  )
  const ledger = createLedger(messages, { format: transcript.format })
  const stored = flags.keep
    ? keep(ledger, formatNamed(transcript.format).read(messages), flags.store)
    : undefined
  const note = await writtenNote(messages, transcript.format, flags)
  if (flags.json) {
    const json = ledgerJson(ledger)
    process.stdout.write(indentedJson(note === undefined ? json : { ...json, note }))
    return
  }
  const { counter } = countersFor({ counter: flags.model })
  const rendered = renderLedger(ledger, {
    isPresentFirst: true,
    counter,
    tokens: flags.tokens,
    root: transcript.cwd,
    stored,
    ...(flags.all ? { caps: {} } : flags.markdown ? {} : { caps: glanceCaps }),
  })
  process.stdout.write(
    flags.markdown
      ? rendered.text
      : describeLedger({
          name,
          transcript,
          ledger,
          rendered,
          width: Math.max(minWidth, Math.min(terminalWidth() ?? usualWidth, maxWidth)),
          hasColours: process.stdout.isTTY && process.stdout.hasColors(),
        }),
  )
  if (note !== undefined) process.stdout.write(`\n${noteTitle}\n${note.text}\n`)
  if (rendered.isWithin) return
  const taken = formatNumber(rendered.tokens ?? 0)
  process.stderr.write(
    `budget: ${formatNumber(flags.tokens ?? 0)} tokens, NOT met: the headings alone take ${taken}\n`,
  )
  process.exitCode = exitCodes.budget
}

/** Minimum budget, in tokens, of the view that a note is written for. */
const noteView = 4000

/**
 * A model's note about the session and its cost; `undefined` without a writer, or if no sentence of the answer passed the
 * checks.
 */
async function writtenNote(
  messages: readonly unknown[],
  format: FormatName,
  flags: Flags,
): Promise<{ readonly text: string; readonly report: NoteReport } | undefined> {
  const writer = writerEndpoint(flags)
  if (writer === undefined) return undefined
  const store = flags.keep ? openOrCreateStore(flags.store) : memoryStore()
  try {
    const { messages: view, receipt } = await compress(messages, {
      format,
      strategy: 'coverage',
      budget: Math.max(noteView, 2 * (flags.tokens ?? 0)),
      counter: flags.model,
      store,
      strict: true,
      model: { ...writerLimits(flags), writer },
    })
    const text = noteIn(formatNamed(format).read(view))
    for (const { code, message } of receipt.notes)
      if (code.startsWith('note-')) process.stderr.write(`note: ${message}\n`)
    if (receipt.note === undefined)
      process.stderr.write('note: the session is so small that no note was asked for.\n')
    return text === undefined || receipt.note === undefined ? undefined : { text, report: receipt.note }
  } finally {
    store.close()
  }
}

function keep(ledger: Ledger, messages: readonly Message[], path: string | undefined): string {
  const store = openOrCreateStore(path)
  try {
    const originals = [ledgerOriginal(ledger), ...sourceOriginals(ledger, messages)]
    const handle = store.put(originals)[0]?.handle ?? ''
    process.stderr.write(
      `kept as ${handle}; the words behind an entry: ${programName()} expand ${handle}#intent.1${storeFlag(path)}\n`,
    )
    return handle
  } finally {
    store.close()
  }
}
