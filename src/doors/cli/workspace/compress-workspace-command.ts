/** `fovea workspace compress`: shows what would be saved; with `--write`, stores the originals and compresses. */
import { existsSync, statSync } from 'node:fs'
import { Command, Option } from 'commander'
import { optionError } from '../../../errors.ts'
import { shellQuoted } from '../../../scan/actions/shell/shell-quoted.ts'
import {
  type DocumentTechnique,
  defaultDocumentTechniques,
} from '../../../tools/documents/compress-document.ts'
import type { NotationLevel } from '../../../tools/documents/notation/notation.ts'
import { findDocuments } from '../../../tools/workspace/find-documents.ts'
import { planTiers, type TierPlan, writeTiers } from '../../../tools/workspace/plan-tiers.ts'
import { minSaving, planWorkspace, type WorkspacePlan } from '../../../tools/workspace/plan-workspace.ts'
import { documentTechniques } from '../../../tools/workspace/shorten-document.ts'
import { codebookFile, readCodebook, readManifest } from '../../../tools/workspace/workspace-files.ts'
import { type WriteReport, writePlan } from '../../../tools/workspace/write-plan.ts'
import { storeFlag } from '../../hooks/store-flag.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatCount } from '../format-number.ts'
import { openOrCreateStore, storeOption } from '../open-store.ts'
import { programName } from '../program-name.ts'
import { counterFor, levelOption } from '../text/output-options.ts'
import { fitted, textTable } from '../text-table.ts'
import { indentedJson } from '../write-result.ts'
import { planNumbers, renderPlan, renderTiers, tierNumbers } from './render-plan.ts'
import { type WorkspaceFlags, withProgress, withWorkspaceOptions } from './workspace-options.ts'

interface Flags extends WorkspaceFlags {
  readonly techniques: readonly DocumentTechnique[]
  readonly level?: NotationLevel
  readonly codebook?: boolean
  readonly tiers?: boolean
  readonly write?: boolean
  readonly force?: boolean
  readonly store?: string
}

export function compressWorkspaceCommand(): Command {
  return withWorkspaceOptions(new Command('compress'), 'the workspace')
    .description('Compress the memory files of a workspace; without --write only show what would be saved')
    .addOption(
      new Option('-t, --techniques <names...>', 'by these')
        .choices([...documentTechniques])
        .default(defaultDocumentTechniques),
    )
    .addOption(levelOption())
    .option('--codebook', 'one codebook for all files, .fovea/codebook.json, where it pays for itself')
    .option('--tiers', 'also write summaries of each file in up to three sizes beside it')
    .option('--force', `also files that save less than ${minSaving * 100} %`)
    .option('--write', 'do it: originals into the store, then the files')
    .addOption(storeOption())
    .action(run)
}

function run(folder: string, flags: Flags): void {
  if (existsSync(folder) && statSync(folder).isFile())
    throw optionError(`${folder} is a file: name its workspace, and the file with --files.`)
  const counter = counterFor(flags.model)
  const { plan, tiers } = withProgress(onProgress => {
    const found = findDocuments(folder, { ...flags, onProgress })
    const manifest = readManifest(found.root)
    const inUse = readCodebook(codebookFile(found.root))
    return {
      plan: planWorkspace(found, manifest, {
        techniques: flags.techniques,
        level: flags.level,
        counter,
        isForced: flags.force,
        shared: flags.codebook ? (inUse ?? 'new') : undefined,
        onProgress,
      }),
      tiers: flags.tiers ? planTiers(found, manifest, { counter, onProgress }) : undefined,
    }
  })
  if (!flags.json)
    process.stdout.write(
      fitted(
        [
          renderPlan(plan, flags.price),
          flags.codebook && !plan.codebook
            ? 'A shared codebook would not pay for itself: none is used.\n'
            : '',
          tiers ? renderTiers(tiers) : '',
        ].join(''),
      ),
    )
  const report = flags.write ? carryOut(plan, tiers, flags) : undefined
  if (flags.json)
    process.stdout.write(
      indentedJson({
        ...planNumbers(plan, flags.price),
        ...(tiers && { tiers: tierNumbers(tiers) }),
        isWritten: report !== undefined,
        ...report,
      }),
    )
  else
    process.stdout.write(
      fitted(report === undefined ? askToWrite(plan) : renderReport(report, folder, flags)),
    )
  if (report !== undefined && report.failed.length > 0) process.exitCode = exitCodes.failure
}

function carryOut(plan: WorkspacePlan, tiers: TierPlan | undefined, flags: Flags): WriteReport {
  const store = openOrCreateStore(flags.store)
  try {
    const { written, failed } = writePlan(plan, store)
    return { written, failed: [...failed, ...(tiers === undefined ? [] : writeTiers(tiers))] }
  } finally {
    store.close()
  }
}

function askToWrite({ documents }: WorkspacePlan): string {
  const shorter = documents.filter(({ change }) => change !== undefined).length
  return shorter === 0
    ? 'There is nothing to gain: nothing would be written.\n'
    : `Nothing was written: add --write to compress ${formatCount(shorter, 'document')}.\n`
}

function renderReport({ written, failed }: WriteReport, folder: string, { store }: Flags): string {
  const problems = failed.map(({ path, why }) => [path, why])
  return [
    written.length === 0
      ? 'Nothing was written.\n'
      : `${formatCount(written.length, 'document')} compressed; "${programName()} workspace restore ${shellQuoted(folder)}${storeFlag(store)}" brings each back to the byte\n`,
    problems.length === 0 ? '' : `not written:\n${textTable(problems)}`,
  ].join('')
}
