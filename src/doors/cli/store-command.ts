/** `fovea store`: shows what the store holds, checks it, and deletes from it. */
import { Command } from 'commander'
import { errorAtFile, FoveaError, optionError } from '../../errors.ts'
import { type CopyReport, copyStore } from '../../store/copy-store.ts'
import { checkExport, importOriginals } from '../../store/import-originals.ts'
import { migrateStore, openStoreLater, shownAddress, storeAddresses, storeExists } from '../../store/index.ts'
import type { ListedOriginal, PurgeFilter, PurgeReport, StoreStats, StoreStep } from '../../store/store.ts'
import { takeSteps } from '../../store/store-steps.ts'
import { exitCodes } from './exit-codes.ts'
import { formatBytes, formatCount, formatNumber } from './format-number.ts'
import { countOption } from './number-option.ts'
import { shownStore, storeOption, storePath, withServedStore, withStore } from './open-store.ts'
import { progress } from './progress.ts'
import { type RetentionFlags, retentionOf, withRetentionOptions } from './retention-options.ts'
import { type Cell, textTable } from './text-table.ts'
import { printResult } from './write-result.ts'

interface Flags {
  readonly json?: boolean
  readonly store?: string
}

interface PurgeFlags extends Flags, RetentionFlags {
  readonly session?: string
  readonly all?: boolean
  readonly kind?: string
  readonly yes?: boolean
  readonly dryRun?: boolean
}

export function storeCommand(): Command {
  const command = new Command('store').description('Show, check, clean up and copy the store of originals')
  command
    .command('stats')
    .description('Show what the store holds')
    .option('--json', 'print as JSON')
    .addOption(storeOption())
    .action((flags: Flags) =>
      withStore(flags.store, async store => {
        const stats = store.stats()
        printResult(flags.json ? stats : describeStats(stats, shownStore(flags.store)))
      }),
    )
  command
    .command('list')
    .description(
      'Show the originals that came last, and where it is known what they are, of which file and from when',
    )
    .option('-n, --limit <number>', 'how many', countOption('--limit'), 20)
    .option('--json', 'print as JSON')
    .addOption(storeOption())
    .action((flags: Flags & { readonly limit: number }) =>
      withStore(flags.store, async store => {
        const listed = store.newest(flags.limit)
        printResult(flags.json ? listed : textTable(listed.map(originalRow)))
      }),
    )
  command
    .command('verify')
    .description('Hash every original again and check the database')
    .option('--json', 'print as JSON')
    .addOption(storeOption())
    .action((flags: Flags) =>
      withStore(flags.store, async store => {
        const verification = await watched(store.verifySteps(), 'Nothing wrong was found so far')
        const problems = [
          ...verification.corrupt.map(handle => `${handle} is corrupt`),
          ...verification.problems,
        ]
        const text = [`${formatCount(verification.checked, 'original')} checked`, ...problems].join('\n')
        printResult(flags.json ? verification : `${text}${problems.length === 0 ? ', all sound' : ''}\n`)
        if (problems.length > 0) process.exitCode = exitCodes.failure
      }),
    )
  withRetentionOptions(
    command
      .command('purge')
      .description('Forget originals for good; what named them says so from then on')
      .argument('[handle...]', 'originals to forget')
      .option('--session <id>', 'only originals of this session')
      .option('--kind <kind>', 'only originals of this kind: file, command, result or conversation')
      .option('--all', 'everything'),
  )
    .option('--dry-run', 'only say what would be forgotten')
    .option('-y, --yes', 'do it; without this, only say what would be forgotten')
    .option('--json', 'print as JSON')
    .addOption(storeOption())
    .action((handles: string[], flags: PurgeFlags) =>
      withStore(flags.store, async store => {
        const filter = purgeFilter(handles, flags)
        if (!flags.yes || flags.dryRun) {
          const preview = store.previewPurge(filter)
          printResult(flags.json ? preview : describePreview(preview))
          if (flags.dryRun) return
          throw optionError('Purging cannot be undone; add --yes to do it.')
        }
        const report = await watched(store.purgeSteps(filter), 'What was purged so far is gone')
        printResult(flags.json ? report : describePurge(report))
        if (filter.maxBytes !== undefined && report.storeBytes > filter.maxBytes)
          process.stderr.write(
            `fovea: the store still takes ${formatBytes(report.storeBytes)}: all else was used within the grace period, or is what purged originals leave\n`,
          )
      }),
    )
  command
    .command('compact')
    .description('Give the disk back all room that the store does not need')
    .option('--json', 'print as JSON')
    .addOption(storeOption())
    .action((flags: Flags) =>
      withStore(flags.store, async store => {
        const report = await watched(store.compactSteps(), 'The store is sound; compact it again to go on')
        printResult(flags.json ? report : `${describeSpace(report)}\n`)
      }),
    )
  command
    .command('export')
    .description(
      'Write every original to a directory, one file each; "fovea store copy" also copies sessions and receipts',
    )
    .argument('<directory>')
    .addOption(storeOption())
    .action((directory: string, flags: Flags) =>
      withStore(flags.store, async store => {
        process.stdout.write(
          `${formatCount(store.exportTo(directory), 'original')} written to ${directory}\n`,
        )
      }),
    )
  command
    .command('import')
    .description('Store every original of a directory that "fovea store export" wrote')
    .argument('<directory>')
    .addOption(storeOption())
    .action((directory: string, flags: Flags) => {
      // Before the store is opened, which would create it.
      checkExport(directory)
      return withServedStore(flags.store, async store => {
        const { originals, added } = await importOriginals(directory, store)
        process.stdout.write(`${formatCount(originals, 'original')} read, ${formatNumber(added)} new here\n`)
      })
    })
  command
    .command('migrate')
    .description('Bring the tables of the store to the newest version')
    .addOption(storeOption())
    .action(async (flags: Flags) => {
      const state = await migrateStore(storePath(flags.store))
      process.stdout.write(`${shownStore(flags.store)} has ${state}\n`)
    })
  command
    .command('copy')
    .description('Copy all of one store into another; again, it goes on where it was left')
    .argument('<from>', storeAddresses())
    .argument('<to>')
    .option('--json', 'print as JSON')
    .action((from: string, to: string, flags: Flags) => copy(from, to, flags))
  return command.addHelpText(
    'after',
    `
Examples:
  fovea store stats
  fovea store list --limit 50
  fovea store verify
  fovea store purge db_3f9a2c71d04b --yes
  fovea store purge --max-age 30d --max-size 2GB --dry-run
  fovea store compact
  fovea store export originals/
  fovea store copy sqlite:store.db postgres://db.internal/fovea`,
  )
}

async function copy(from: string, to: string, flags: Flags): Promise<void> {
  const [name, place] = [shownAddress(from), shownAddress(to)]
  if (!storeExists(from)) throw errorAtFile('store-unreadable', name, `There is no store at ${name}.`)
  const [source, target] = [await openStoreLater(from), await openStoreLater(to)]
  const shown = progress()
  try {
    const report = await copyStore(source, target, {
      name,
      onStep: ({ runs, originals }) =>
        shown.update(`${formatNumber(runs)} compressions, ${formatNumber(originals)} originals`),
    })
    shown.done()
    printResult(flags.json ? report : describeCopy(report, place))
  } finally {
    shown.done()
    await source.close()
    await target.close()
  }
}

function describeCopy({ runs, originals, states }: CopyReport, place: string): string {
  return `${formatCount(runs, 'compression')}, ${formatCount(originals, 'original')} and ${formatCount(states, 'state')} of sessions copied to ${place}\n`
}

const phases: Readonly<Record<StoreStep['phase'], string>> = {
  pages: 'checking the database',
  originals: 'originals',
  index: 'search index',
  space: 'giving room back',
  log: 'waiting for other processes',
}

/** Shows progress on a terminal; the first interruption stops after the current step and says what that means. */
async function watched<Result>(steps: Iterator<StoreStep, Result>, onStop: string): Promise<Result> {
  const shown = progress()
  const stop = new AbortController()
  const interrupt = (): void => stop.abort(new FoveaError('interrupted', `Interrupted. ${onStop}.`))
  process.once('SIGINT', interrupt)
  try {
    return await takeSteps(steps, {
      signal: stop.signal,
      onStep: ({ phase, done, total }) =>
        shown.update(
          `${phases[phase]} ${total === undefined ? formatNumber(done) : `${formatNumber(done)} of ${formatNumber(total)}`}`,
        ),
    })
  } finally {
    process.off('SIGINT', interrupt)
    shown.done()
  }
}

function originalRow({ handle, size, about = {} }: ListedOriginal): Cell[] {
  const time =
    about.time === undefined ? '' : new Date(about.time).toISOString().slice(0, 16).replace('T', ' ')
  return [handle, { right: formatBytes(size) }, about.kind ?? '', time, about.path ?? '']
}

function describeStats(stats: StoreStats, path: string): string {
  return `${path}\n${textTable([
    ['originals', { right: formatNumber(stats.originals) }],
    ['purged', { right: formatNumber(stats.purged) }],
    ['sessions', { right: formatNumber(stats.sessions) }],
    ['compressions', { right: formatNumber(stats.receipts) }],
    ['bytes', { right: formatNumber(stats.bytes) }],
    ['bytes on disk', { right: formatNumber(stats.storedBytes) }],
    ['tokens saved', { right: formatNumber(stats.tokensSaved) }],
  ])}`
}

function describePurge(report: PurgeReport): string {
  return `${formatCount(report.originals, 'original')} forgotten; ${describeSpace(report)}\n`
}

function describeSpace({ freedBytes, storeBytes }: PurgeReport): string {
  return `${formatBytes(freedBytes)} given back, the store takes ${formatBytes(storeBytes)}`
}

function describePreview({ originals, bytes, freedBytes }: PurgeReport): string {
  return `${formatCount(originals, 'original')} of ${formatBytes(bytes)} would be forgotten, about ${formatBytes(freedBytes)} given back\n`
}

function purgeFilter(handles: readonly string[], flags: PurgeFlags): PurgeFilter {
  const { session, all, kind } = flags
  const filter = {
    ...(handles.length > 0 ? { handles } : {}),
    ...(session === undefined ? {} : { session }),
    ...(kind === undefined ? {} : { kind }),
    ...(all ? { everything: true as const } : {}),
    ...retentionOf(flags),
  }
  if (Object.keys(filter).every(name => name === 'grace'))
    throw optionError('Name what to purge: handles, --session, --kind, --all, --max-age or --max-size.')
  return filter
}
