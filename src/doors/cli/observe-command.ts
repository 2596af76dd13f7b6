/** `fovea observe`: what sessions were about, what was done and decided in them, in a small share of their tokens. */
import { Command } from 'commander'
import { FoveaError, optionError } from '../../errors.ts'
import type { SyncStore } from '../../store/store.ts'
import { countersFor } from '../../tokens/counters.ts'
import {
  type FittedObservations,
  fitObservations,
  type Observation,
  observationsJson,
  observeSession,
  renderMarkdown,
  renderXml,
  type SessionObservations,
} from '../../tools/observe/index.ts'
import { transcriptTokens } from '../../transcripts/transcript-tokens.ts'
import type { TokenCounter } from '../../types.ts'
import { describeError } from './describe-error.ts'
import { exitCodes } from './exit-codes.ts'
import { findSessions, noSessions, type SessionFile } from './find-sessions.ts'
import { formatCount, formatNumber, formatShare } from './format-number.ts'
import { modelOption } from './model-option.ts'
import { countOption } from './number-option.ts'
import { openOrCreateStore, storeOption } from './open-store.ts'
import { progress } from './progress.ts'
import { readSessionFile } from './read-session-file.ts'
import { bar, fitted, textTable } from './text-table.ts'
import { indentedJson, refuseToOverwrite, writeResult } from './write-result.ts'

export function observeCommand(): Command {
  return new Command('observe')
    .description('List what sessions were about, what was done and decided in them, and the results')
    .argument('<path...>', 'session files (.gz too), folders of them, or - for standard input')
    .option('--markdown', 'write markdown (default)')
    .option('--xml', 'write XML')
    .option('--json', 'write JSON')
    .option('-t, --tokens <number>', 'most tokens of all that is written', countOption('--tokens'))
    .addOption(modelOption())
    .option('-o, --output <file>', 'where the observations go (default: standard output)')
    .addOption(storeOption())
    .option('--keep', 'keep the messages in the store, so that the observations name handles')
    .option('--no-store', 'keep nothing (default unless --keep or --store is given)')
    .option('--strict', 'stop at the first line that cannot be read')
    .addHelpText(
      'after',
      `
Examples:
  fovea observe session.jsonl                          as markdown, summary on the terminal
  fovea observe ~/.claude/projects/app -o memory.md    all sessions of a folder
  fovea observe session.jsonl --tokens 1000            the user's words, decisions and errors first
  fovea observe session.jsonl --json | jq '.[0].observations[].title'
  fovea observe session.jsonl --keep                   with handles; "fovea expand" shows the messages behind them`,
    )
    .action(observeSessions)
}

/** Reads sessions, observes them, and writes what was observed. */
interface ObserveFlags {
  readonly xml?: boolean
  readonly markdown?: boolean
  readonly json?: boolean
  readonly tokens?: number
  readonly model?: string
  readonly output?: string
  /** `false` if nothing is to be stored. */
  readonly store?: string | boolean
  readonly keep?: boolean
  readonly strict?: boolean
}

async function observeSessions(paths: readonly string[], flags: ObserveFlags): Promise<void> {
  const render = rendererOf(flags)
  const files = findSessions(paths)
  for (const { path } of files) refuseToOverwrite(path, flags.output)
  if (files.length === 0) throw noSessions(paths)
  const { counter } = countersFor({ counter: flags.model })
  const named = typeof flags.store === 'string' ? flags.store : undefined
  const isKept = flags.store !== false && (flags.keep === true || named !== undefined)
  const store = isKept ? openOrCreateStore(named) : undefined
  try {
    const read = await observeFiles(files, flags, store, counter)
    if (read.length === 0)
      throw new FoveaError('invalid-transcript', `None of ${files.length} files could be observed.`)
    const sessions = read.map(({ session }) => session)
    const fitted = fitObservations(sessions, { tokens: flags.tokens ?? Infinity, counter, render })
    await writeResult(fitted.text, flags.output)
    process.stderr.write(summarizeObservations(read, fitted, flags.tokens, counter))
    if (!fitted.isWithin) process.exitCode = exitCodes.budget
    else if (files.some(({ path, isNamed }) => isNamed && !read.some(({ file }) => file === path)))
      process.exitCode = exitCodes.failure
  } finally {
    store?.close()
  }
}

interface ObservedFile {
  readonly file: string
  readonly name: string
  readonly session: SessionObservations
  readonly tokens: number
  readonly messages: number
}

/** One file that cannot be read is an error; with several files, the others are processed. */
async function observeFiles(
  files: readonly SessionFile[],
  flags: ObserveFlags,
  store: SyncStore | undefined,
  counter: TokenCounter,
): Promise<readonly ObservedFile[]> {
  const observed: ObservedFile[] = []
  const bar = progress()
  for (const [index, { path }] of files.entries()) {
    bar.update(`observing ${index + 1} of ${files.length}: ${path}`)
    try {
      const { name, transcript } = await readSessionFile(path, flags)
      const session = await observeSession(transcript, { store })
      observed.push({
        file: path,
        name,
        session: files.length === 1 ? session : { ...session, session: session.session ?? name },
        tokens: transcriptTokens(transcript, counter),
        messages: transcript.messages.length,
      })
    } catch (error) {
      if (files.length === 1) throw error
      process.stderr.write(`skipped: ${describeError(error)}\n`)
    }
  }
  bar.done()
  return observed
}

function rendererOf({
  xml,
  markdown,
  json,
}: ObserveFlags): (sessions: readonly SessionObservations[]) => string {
  const asked = [xml, markdown, json].filter(flag => flag === true).length
  if (asked > 1) throw optionError('Ask for one of --markdown, --xml and --json.')
  if (json === true) return sessions => indentedJson(observationsJson(sessions))
  return xml === true ? renderXml : renderMarkdown
}

const barWidth = 40

/** What observations saved, for a person to read. */
function summarizeObservations(
  read: readonly ObservedFile[],
  { sessions, tokens: after, isWithin }: FittedObservations,
  budget: number | undefined,
  { exact }: TokenCounter,
): string {
  const messages = read.reduce((sum, each) => sum + each.messages, 0)
  const before = read.reduce((sum, each) => sum + each.tokens, 0)
  const observations = sessions.flatMap(session => session.observations)
  const tokens = (count: number): string => `${exact ? '' : '~'}${formatNumber(count)}`
  const what = read.length === 1 ? read[0]?.name : formatCount(read.length, 'session')
  return fitted(
    [
      `${what}: ${formatCount(messages, 'message')}, ${formatCount(observations.length, 'observation')}\n`,
      textTable([
        ['before', { right: tokens(before) }, bar(1, barWidth)],
        ['after', { right: tokens(after) }, bar(before === 0 ? 1 : after / before, barWidth)],
        ['saved', { right: formatNumber(before - after) }, formatShare(before - after, before)],
      ]),
      textTable(countsOf(observations).map(([type, count]) => [type, { right: formatNumber(count) }])),
      ...budgetLines(budget, isWithin),
      ...leftOutLines(sessions),
      ...(after < before ? [] : ['They cost more than what they cover: keep the session itself.\n']),
    ].join(''),
  )
}

function countsOf(observations: readonly Observation[]): readonly (readonly [string, number])[] {
  const counts = Map.groupBy(observations, ({ type }) => type)
  return Array.from(counts, ([type, own]) => [type, own.length] as const).sort(
    ([one, few], [other, many]) => many - few || (one < other ? -1 : 1),
  )
}

function budgetLines(budget: number | undefined, isMet: boolean): readonly string[] {
  if (budget === undefined) return []
  const met = isMet
    ? 'met'
    : "NOT met: the user's words, the decisions and the errors alone cost more, and are never left out"
  return [`budget: ${formatNumber(budget)} tokens, ${met}\n`]
}

function leftOutLines(sessions: readonly SessionObservations[]): readonly string[] {
  const parts = ['narrative', 'fact', 'file', 'command'] as const
  const counts = parts.flatMap(part => {
    const count = sessions.reduce((sum, { leftOut }) => sum + (leftOut?.[`${part}s`] ?? 0), 0)
    return count === 0 ? [] : [formatCount(count, part)]
  })
  return counts.length === 0 ? [] : [`left out: ${counts.join(', ')}\n`]
}
