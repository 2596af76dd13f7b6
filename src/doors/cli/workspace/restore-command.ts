/** `fovea workspace restore`: the documents as they were, to the byte. */
import { Command } from 'commander'
import { storeExists } from '../../../store/index.ts'
import { workspaceRoot } from '../../../tools/workspace/find-documents.ts'
import { pathMatcher } from '../../../tools/workspace/path-matcher.ts'
import { type RestoredDocument, restoreWorkspace } from '../../../tools/workspace/restore-workspace.ts'
import { exitCodes } from '../exit-codes.ts'
import { openExistingStore, storeOption, storePath } from '../open-store.ts'
import { formatCount, oneLine, table } from '../text-table.ts'
import { jsonText } from '../write-result.ts'

interface Flags {
  readonly files?: readonly string[]
  readonly force?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly store?: string
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Bring compressed documents back as they were, to the byte')
    .argument('<folder>', 'the workspace')
    .option('-f, --files <patterns...>', 'only these documents')
    .option('--force', 'also those that were edited since, which are kept in the store first, or removed')
    .option('-n, --dry-run', 'only show what would be done')
    .option('--json', 'print as JSON')
    .addOption(storeOption())
    .action(run)
}

function run(folder: string, flags: Flags): void {
  const store = storeExists(storePath(flags.store)) ? openExistingStore(flags.store) : undefined
  try {
    const root = workspaceRoot(folder)
    const restored = restoreWorkspace(root, store, {
      isWanted: flags.files === undefined ? undefined : pathMatcher(flags.files),
      force: flags.force,
      dryRun: flags.dryRun,
    })
    process.stdout.write(flags.json ? jsonText({ root, documents: restored }) : render(restored, flags))
    if (restored.some(({ outcome }) => outcome !== 'restored' && outcome !== 'original'))
      process.exitCode = exitCodes.handle
  } finally {
    store?.close()
  }
}

function render(documents: readonly RestoredDocument[], { dryRun }: Flags): string {
  if (documents.length === 0) return 'Nothing here was compressed.\n'
  const count = documents.filter(({ outcome }) => outcome === 'restored').length
  const others = documents.filter(({ outcome, kept }) => outcome !== 'restored' || kept !== undefined)
  const rows = others.map(({ path, outcome, why, kept }) => [
    oneLine(path, 60),
    outcome === 'original' ? 'was the original already' : (why ?? `its edited form is kept as ${kept}`),
  ])
  return `${formatCount(count, 'document')} ${dryRun ? 'would be ' : ''}restored\n${table(rows)}`
}
