/** `fovea show`: a session beside its views, as one page. */
import { once } from 'node:events'
import { basename } from 'node:path'
import { Command, Option } from 'commander'
import { optionError } from '../../errors.ts'
import { contextWindow } from '../../settings/model-windows.ts'
import { unknownName } from '../../settings/nearest-name.ts'
import { strategyNames } from '../../strategies/index.ts'
import type { CompressOptions } from '../../strategies/options/compress-options.ts'
import {
  createSessionPage,
  defaultViews,
  type SessionPageOptions,
  type WantedView,
} from '../../tools/show/create-session-page.ts'
import type { StrategyName } from '../../types.ts'
import { pageHtml } from '../pages/page-html.ts'
import { commaList } from './comma-list.ts'
import { parseBudget } from './compress-command.ts'
import { formatBytes } from './format-number.ts'
import { modelOption } from './model-option.ts'
import { portOption } from './number-option.ts'
import { progress } from './progress.ts'
import { readSessionFile } from './read-session-file.ts'
import { serveSession } from './show/serve-session.ts'
import { refuseToOverwrite, writeResult } from './write-result.ts'

interface ShowFlags {
  readonly out?: string
  readonly budget?: readonly CompressOptions['budget'][]
  readonly strategy?: readonly StrategyName[]
  readonly model?: string
  readonly secrets?: 'show' | 'mask'
  readonly strict?: boolean
  readonly serve?: boolean
  readonly window?: string
  readonly port: number
}

export function showCommand(): Command {
  return new Command('show')
    .description(
      'Show a session beside its views: what is kept, what is left out, and where each part comes from',
    )
    .argument('<file>', 'session file (.gz too), or - for standard input')
    .option(
      '-o, --out <file>',
      'where the page goes, - for standard output (default: the name of the session with .html, in this folder)',
    )
    .option('-b, --budget <list>', 'budgets of the views: 30%,9000 (default: 30%,15%,5%)', addBudgets)
    .option('-s, --strategy <list>', `strategies, of auto, ${strategyNames().join(', ')}`, addStrategies)
    .addOption(modelOption())
    .addOption(
      new Option('--secrets <mode>', 'show or mask what is shaped like a credential')
        .choices(['show', 'mask'])
        .default('mask'),
    )
    .option(
      '-w, --window <model>',
      'replay the session as a live one with this window, by its model or in tokens (200k): epochs are marked, and each is a round to compare',
    )
    .option('--serve', 'serve a page that follows the file and makes any other view, on this machine alone')
    .option('--port <number>', 'port of --serve, 0 for any that is free', portOption('--port'), 0)
    .option('--strict', 'stop at the first line that cannot be read')
    .addHelpText(
      'after',
      `
Examples:
  fovea show session.jsonl                           writes session.html
  fovea show session.jsonl -b 20%,4000 -o page.html  the budgets that you think of
  fovea show session.jsonl -s coverage,anchored      two strategies, to compare them
  fovea show session.jsonl --window 200k             where a live session would choose a new view
  fovea show session.jsonl --serve                   a page that follows a session that is running`,
    )
    .action(showSession)
}

async function showSession(file: string, flags: ShowFlags): Promise<void> {
  if (flags.serve) return serveUntilStopped(file, flags)
  const out = flags.out ?? (file === '-' ? '-' : pageName(file))
  refuseToOverwrite(file, out)
  const { name, transcript } = await readSessionFile(file, flags)
  const working = progress()
  try {
    const page = await createSessionPage(transcript, {
      ...pageOptions(name, flags),
      onProgress: title => working.update(`making the view ${title} …`, 'at once'),
    })
    const html = pageHtml(page, { title: `${basename(name)} · Fovea` })
    working.done()
    await writeResult(html, out)
    if (out !== '-')
      process.stderr.write(
        `The page is ${out} (${formatBytes(Buffer.byteLength(html))}). It holds the whole session: look before you share it.\n`,
      )
  } finally {
    working.done()
  }
}

async function serveUntilStopped(file: string, flags: ShowFlags): Promise<void> {
  if (file === '-' || flags.out !== undefined) throw optionError('--serve follows a file and writes none.')
  const served = await serveSession({
    file,
    port: flags.port,
    read: async () => (await readSessionFile(file, flags)).transcript,
    page: pageOptions(file, flags),
  })
  process.stdout.write(`The page is ${served.url}\n`)
  process.stderr.write(
    'It follows the file, and is shown to anyone on this machine who has its address. Ctrl-C stops it.\n',
  )
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await served.close()
}

/** `a/rollout.jsonl.gz` is shown in `rollout.html`, in the current directory. */
function pageName(file: string): string {
  return `${basename(file)
    .replace(/\.gz$/, '')
    .replace(/\.[^.]{1,20}$/, '')}.html`
}

function pageOptions(file: string, flags: ShowFlags): SessionPageOptions {
  const { model: counter, secrets, window } = flags
  const tokens = window === undefined ? undefined : contextWindow(window).tokens
  return { name: basename(file), views: wantedViews(flags), counter, secrets, window: tokens }
}

/** Each strategy at each budget; strategies that need no budget also without one. */
function wantedViews({ budget = [], strategy = [] }: ShowFlags): readonly WantedView[] {
  if (budget.length === 0 && strategy.length === 0) return defaultViews
  if (strategy.length === 0) return budget.map(each => ({ budget: each }))
  const budgets = budget.length === 0 ? [undefined] : budget
  return strategy.flatMap(name =>
    budgets.map(each => ({ strategy: name, ...(each === undefined ? {} : { budget: each }) })),
  )
}

function addBudgets(
  value: string,
  before: readonly CompressOptions['budget'][] = [],
): readonly CompressOptions['budget'][] {
  return [...before, ...commaList(value).map(parseBudget)]
}

function addStrategies(value: string, before: readonly StrategyName[] = []): readonly StrategyName[] {
  const names = ['auto', ...strategyNames()]
  const unknown = commaList(value).find(name => !names.includes(name))
  if (unknown !== undefined) throw optionError(`There is no strategy ${unknownName(unknown, names)}`)
  return [...before, ...commaList(value)]
}
