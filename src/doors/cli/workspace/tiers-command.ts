/** `fovea workspace tiers`: documents in up to three sizes, for readers who load more as they need it. */
import { statSync } from 'node:fs'
import { Command } from 'commander'
import { FoveaError } from '../../../errors.ts'
import { storeExists } from '../../../store/index.ts'
import { planTiers, writeTiers } from '../../../tools/workspace/plan-tiers.ts'
import { type TierSizes, tierNames, tierSizes } from '../../../tools/workspace/tiers.ts'
import { readManifest } from '../../../tools/workspace/workspace-files.ts'
import { exitCodes } from '../exit-codes.ts'
import { openExistingStore, storeOption, storePath } from '../open-store.ts'
import { counterFor } from '../text/output-options.ts'
import { table } from '../text-table.ts'
import { jsonText } from '../write-result.ts'
import { renderTiers, tierNumbers } from './render-tiers.ts'
import { findFor, type WorkspaceFlags, withProgress, withWorkspaceOptions } from './workspace-options.ts'

interface Flags extends WorkspaceFlags {
  readonly sizes: TierSizes
  readonly write?: boolean
  readonly store?: string
}

export function tiersCommand(): Command {
  return withWorkspaceOptions(new Command('tiers'))
    .description(
      'Summaries of each document in its own words, in up to three sizes, beside it; shown unless --write',
    )
    .option('--sizes <L0,L1,L2>', 'most tokens of each', sizes, tierSizes)
    .option('--write', 'do it; what a person wrote or edited is never replaced')
    .addOption(storeOption())
    .action(run)
}

function run(folder: string, flags: Flags): void {
  const store = storeExists(storePath(flags.store)) ? openExistingStore(flags.store) : undefined
  try {
    const plan = withProgress(onProgress => {
      const found = findFor(folder, flags, onProgress)
      return planTiers(found, readManifest(found.root), {
        counter: counterFor(flags.model),
        sizes: flags.sizes,
        store,
        isNamed: statSync(folder).isFile(),
        onProgress,
      })
    })
    const failed = flags.write ? writeTiers(plan) : []
    if (flags.json)
      process.stdout.write(
        jsonText({ root: plan.root, ...tierNumbers(plan), isWritten: flags.write === true, failed }),
      )
    else {
      process.stdout.write(renderTiers(plan))
      if (failed.length > 0)
        process.stdout.write(`not written:\n${table(failed.map(({ path, why }) => [path, why]))}`)
      else if (!flags.write) process.stdout.write('Nothing was written: add --write to write them.\n')
    }
    if (failed.length > 0) process.exitCode = exitCodes.failure
  } finally {
    store?.close()
  }
}

function sizes(value: string): TierSizes {
  const numbers = value.split(',').map(Number)
  const isRising = numbers.every((size, at) => Number.isInteger(size) && size > (numbers[at - 1] ?? smallest))
  const [L0 = 0, L1 = 0, L2 = 0] = numbers
  if (numbers.length === tierNames.length && isRising) return { L0, L1, L2 }
  throw new FoveaError(
    'invalid-option',
    `--sizes ${value} is none: write three rising numbers above ${smallest}, such as 200,1000,3000.`,
  )
}

/** The line that says what the file is takes about half of that. */
const smallest = 79
