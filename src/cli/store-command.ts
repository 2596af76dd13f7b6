/** `fovea store`: what the store holds, whether it is sound, and how to forget. */
import { Command } from 'commander'
import { FoveaError } from '../errors.ts'
import type { PurgeFilter, StoreStats, SyncStore } from '../types.ts'
import { exitCodes } from './exit-codes.ts'
import { openExistingStore, storeOption, storePath } from './open-store.ts'
import { formatCount, formatNumber, table } from './text-table.ts'
import { jsonText } from './write-result.ts'

interface Flags {
  readonly json?: boolean
  readonly store?: string
}

interface PurgeFlags extends Flags {
  readonly session?: string
  readonly all?: boolean
  readonly yes?: boolean
}

export function storeCommand(): Command {
  const command = new Command('store').description('Look after the store of originals')
  command
    .command('stats')
    .description('Show what the store holds')
    .option('--json', 'print as JSON')
    .addOption(storeOption())
    .action((flags: Flags) =>
      withStore(flags, store => {
        const stats = store.stats()
        print(flags.json ? stats : describeStats(stats, storePath(flags.store)))
      }),
    )
  command
    .command('verify')
    .description('Hash every original again and check the database')
    .option('--json', 'print as JSON')
    .addOption(storeOption())
    .action((flags: Flags) =>
      withStore(flags, store => {
        const verification = store.verify()
        const problems = [
          ...verification.corrupt.map(handle => `${handle} is corrupt`),
          ...verification.problems,
        ]
        const text = [`${formatCount(verification.checked, 'original')} checked`, ...problems].join('\n')
        print(flags.json ? verification : `${text}${problems.length === 0 ? ', all sound' : ''}\n`)
        if (problems.length > 0) process.exitCode = exitCodes.failure
      }),
    )
  command
    .command('purge')
    .description('Forget originals for good; what named them says so from then on')
    .argument('[handle...]', 'originals to forget')
    .option('--session <id>', 'every original of this session')
    .option('--all', 'everything')
    .option('-y, --yes', 'do it; without this, only say what would be forgotten')
    .addOption(storeOption())
    .action((handles: string[], flags: PurgeFlags) =>
      withStore(flags, store => {
        const filter = purgeFilter(handles, flags)
        if (!flags.yes)
          throw new FoveaError('invalid-option', 'Purging cannot be undone; add --yes to do it.')
        process.stdout.write(`${formatCount(store.purge(filter), 'original')} forgotten\n`)
      }),
    )
  command
    .command('export')
    .description('Write every original to a directory, one file each')
    .argument('<directory>')
    .addOption(storeOption())
    .action((directory: string, flags: Flags) =>
      withStore(flags, store => {
        process.stdout.write(
          `${formatCount(store.exportTo(directory), 'original')} written to ${directory}\n`,
        )
      }),
    )
  return command.addHelpText(
    'after',
    `
Examples:
  fovea store stats
  fovea store verify
  fovea store purge db_3f9a2c71d04b --yes
  fovea store export originals/`,
  )
}

function withStore(flags: Flags, work: (store: SyncStore) => void): void {
  const store = openExistingStore(flags.store)
  try {
    work(store)
  } finally {
    store.close()
  }
}

function print(value: object | string): void {
  process.stdout.write(typeof value === 'string' ? value : jsonText(value))
}

function describeStats(stats: StoreStats, path: string): string {
  return `${path}\n${table([
    ['originals', { right: formatNumber(stats.originals) }],
    ['purged', { right: formatNumber(stats.purged) }],
    ['sessions', { right: formatNumber(stats.sessions) }],
    ['compressions', { right: formatNumber(stats.receipts) }],
    ['bytes', { right: formatNumber(stats.bytes) }],
    ['bytes on disk', { right: formatNumber(stats.storedBytes) }],
    ['tokens saved', { right: formatNumber(stats.tokensSaved) }],
  ])}`
}

function purgeFilter(handles: readonly string[], { session, all }: PurgeFlags): PurgeFilter {
  if (all) return { everything: true }
  if (session !== undefined) return { session }
  if (handles.length > 0) return { handles }
  throw new FoveaError('invalid-option', 'Name what to purge: handles, --session or --all.')
}
