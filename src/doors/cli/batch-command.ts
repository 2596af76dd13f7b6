/** `fovea batch` and `fovea worker`: the same work over many sessions, on this machine or on many. */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { compress } from '../../compress.ts'
import { FoveaError } from '../../errors.ts'
import type { Store } from '../../store/store.ts'
import { strategyNames } from '../../strategies/index.ts'
import type { CompressOptions } from '../../strategies/options/compress-options.ts'
import { present } from '../../tokens/json-value.ts'
import { type Batch, type BatchTask, batchTasks } from '../../tools/batch/batch-job.ts'
import { batchThreads } from '../../tools/batch/batch-threads.ts'
import { enqueue, hasJobQueue, startWorker } from '../../tools/batch/job-queue.ts'
import { prepareBatch } from '../../tools/batch/prepare-batch.ts'
import { runLocally } from '../../tools/batch/run-locally.ts'
import { addBatch, batchesIn, resultsOf } from '../../tools/batch/stored-batches.ts'
import { storeFlag } from '../hooks/store-flag.ts'
import { exitCodes } from './exit-codes.ts'
import { findSessions, noSessions } from './find-sessions.ts'
import { formatCount, formatNumber } from './format-number.ts'
import { numberOption } from './number-option.ts'
import { storeOption, storePath, withServedStore } from './open-store.ts'
import { programName } from './program-name.ts'
import { progress } from './progress.ts'
import { textTable } from './text-table.ts'
import { indentedJson } from './write-result.ts'

interface Flags {
  readonly store?: string
  readonly json?: boolean
  readonly concurrency: number
  readonly budget?: string
  readonly strategy?: string
  readonly lines?: boolean
  readonly wait?: boolean
}

const about: Readonly<Record<BatchTask, string>> = {
  compress: 'Compress each session; the views go into the store',
  evaluate: 'Evaluate each session; the reports go into the store',
  observe: 'Observe each session; the observations go into the store',
  ingest: 'Put each session into the store, so that search and MCP find all of it',
}

export function batchCommand(): Command {
  const command = new Command('batch').description('Do the same with many sessions, each exactly once')
  for (const task of batchTasks) {
    const each = command
      .command(task)
      .description(about[task])
      .argument('<path...>', 'session files, or folders of them')
      .option('--lines', 'each line of a file is a session')
      .addOption(concurrencyOption('threads, where no server has a queue'))
      .option('--wait', 'with a server: show progress until all is done')
      .option('--json', 'print as JSON')
      .addOption(storeOption())
    if (task === 'compress')
      each
        .option('-b, --budget <budget>', 'tokens, or 30%, a share of what may be compressed')
        .addOption(
          new Option(
            '-s, --strategy <name>',
            'how to choose (default: rules, or coverage under a budget)',
          ).choices(['auto', ...strategyNames()]),
        )
    each.action((paths: string[], flags: Flags) =>
      withServedStore(flags.store, store => begin(task, paths, flags, store)),
    )
  }
  command
    .command('status')
    .description('Show how far batches are')
    .argument('[batch]')
    .option('--json', 'print as JSON')
    .addOption(storeOption())
    .action((id: string | undefined, flags: Flags) =>
      withServedStore(flags.store, store => showStatus(id, flags, store)),
    )
  command
    .command('results')
    .description('Show what came of each session, as lines of JSON')
    .argument('<batch>')
    .option('--failed', 'only those that were set aside, with their error')
    .addOption(storeOption())
    .action((id: string, flags: Flags & { failed?: boolean }) =>
      withServedStore(flags.store, async store => {
        const { id: found } = await batchNamed(id, store)
        for await (const result of resultsOf(store, found))
          if (!flags.failed || result.outcome === 'failed')
            process.stdout.write(`${JSON.stringify(result)}\n`)
      }),
    )
  return command.addHelpText(
    'after',
    `
Examples:
  fovea batch ingest ~/.claude/projects                       on threads of this machine
  fovea batch compress sessions/ -b 30% --store postgres://db.internal/fovea
  fovea worker --concurrency 4 --store postgres://db.internal/fovea      on as many machines as you like
  fovea batch status
  fovea batch results 3f9a2c71d04b --failed`,
  )
}

export function workerCommand(): Command {
  return new Command('worker')
    .description('Do jobs of batches from a store on a server, until it is stopped')
    .addOption(concurrencyOption('jobs at once, each in a thread'))
    .addOption(storeOption())
    .action((flags: Flags) =>
      withServedStore(flags.store, async store => {
        const address = storePath(flags.store)
        const threads = batchThreads(address, flags.concurrency)
        const counts = { done: 0, failed: 0 }
        const stopWorker = await startWorker(address, store, {
          concurrency: flags.concurrency,
          threads,
          onResult(result) {
            counts[result.outcome] += 1
            if (result.outcome === 'failed') process.stderr.write(`${result.name}: ${result.error}\n`)
          },
        })
        process.stdout.write(`fovea worker takes ${formatCount(flags.concurrency, 'job')} at once\n`)
        await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
        await stopWorker()
        await threads.close()
        process.stdout.write(`${formatNumber(counts.done)} done, ${formatNumber(counts.failed)} set aside\n`)
      }),
    )
}

function concurrencyOption(description: string): Option {
  return new Option('--concurrency <number>', description)
    .argParser(numberOption('--concurrency', { isWhole: true, min: 1, max: 9999 }))
    .default(availableParallelism())
}

async function begin(task: BatchTask, paths: readonly string[], flags: Flags, store: Store): Promise<void> {
  const files = findSessions(paths).map(({ path }) => path)
  if (files.length === 0) throw noSessions(paths)
  const options = present({ budget: flags.budget, strategy: flags.strategy })
  // A wrong option is one error, not one for each session.
  if (task === 'compress') await compress([], { ...options, dryRun: true, strict: true } as CompressOptions)
  const shown = progress()
  const request = { task, options, files, isByLine: flags.lines === true }
  const { batch, jobs } = await prepareBatch(request, store, done =>
    shown.update(`${formatNumber(done)} of ${formatNumber(files.length)} files read`),
  )
  shown.done()
  await addBatch(store, batch)
  const address = storePath(flags.store)
  if (hasJobQueue(address)) {
    const known = new Set(await Array.fromAsync(resultsOf(store, batch.id), ({ hash }) => hash))
    await enqueue(
      address,
      jobs.filter(({ hash }) => !known.has(hash)),
    )
    if (flags.wait) await untilDone(batch, store)
  } else await runHere(batch, jobs, flags, store, address)
  await showStatus(batch.id, flags, store)
}

async function runHere(
  batch: Batch,
  jobs: Parameters<typeof runLocally>[0],
  { concurrency }: Flags,
  store: Store,
  address: string,
): Promise<void> {
  const threads = batchThreads(address, concurrency)
  const shown = progress()
  const started = performance.now()
  let done = 0
  try {
    await runLocally(jobs, store, {
      threads,
      concurrency,
      onResult() {
        done += 1
        shown.update(progressLine(done, batch.jobs, performance.now() - started))
      },
    })
  } finally {
    shown.done()
    await threads.close()
  }
}

async function untilDone(batch: Batch, store: Store): Promise<void> {
  const shown = progress()
  const started = performance.now()
  let first: number | undefined
  for (;;) {
    const { finished } = await summaryOf(batch, store)
    first ??= finished
    shown.update(progressLine(finished, batch.jobs, performance.now() - started, first))
    if (finished >= batch.jobs) break
    await sleep(1000)
  }
  shown.done()
}

function progressLine(done: number, total: number, milliseconds: number, before = 0): string {
  const rate = ((done - before) * 1000) / Math.max(1, milliseconds)
  return `${formatNumber(done)} of ${formatNumber(total)} sessions, ${rate.toFixed(1)} a second`
}

interface Summary extends Batch {
  readonly finished: number
  readonly failed: number
  readonly milliseconds: number
}

async function summaryOf(batch: Batch, store: Store): Promise<Summary> {
  const all = await Array.fromAsync(resultsOf(store, batch.id))
  return {
    ...batch,
    finished: all.length,
    failed: all.filter(({ outcome }) => outcome === 'failed').length,
    milliseconds: all.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  }
}

async function showStatus(id: string | undefined, flags: Flags, store: Store): Promise<void> {
  const batches = id === undefined ? await batchesIn(store) : [await batchNamed(id, store)]
  const summaries = await Promise.all(batches.map(batch => summaryOf(batch, store)))
  if (flags.json) process.stdout.write(indentedJson(id === undefined ? summaries : summaries[0]))
  else if (summaries.length === 0) process.stdout.write('There is no batch.\n')
  else {
    const rows = summaries.map(({ id: name, task, jobs, finished, failed }) => [
      name,
      task,
      { right: `${formatNumber(finished)} of ${formatNumber(jobs)}` },
      failed === 0 ? '' : `${formatNumber(failed)} set aside`,
    ])
    process.stdout.write(`${textTable(rows, '')}${whyCommand(summaries, flags)}`)
  }
  if (summaries.some(({ failed }) => failed > 0)) process.exitCode = exitCodes.failure
}

/** On a line of its own, so that it can be copied. */
function whyCommand(summaries: readonly Summary[], { store }: Flags): string {
  const failed = summaries.filter(each => each.failed > 0)
  const id = failed.length === 1 ? failed[0]?.id : 'ID'
  return failed.length === 0 ? '' : `why: ${programName()} batch results ${id} --failed${storeFlag(store)}\n`
}

async function batchNamed(id: string, store: Store): Promise<Batch> {
  const batch = (await batchesIn(store)).find(each => each.id.startsWith(id))
  if (batch === undefined) throw new FoveaError('not-found', `There is no batch ${id}.`)
  return batch
}
