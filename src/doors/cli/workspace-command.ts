/** `fovea workspace`: compresses, audits and restores the memory files of a project. */
import { statSync } from 'node:fs'
import { Command, Option } from 'commander'
import { optionError } from '../../errors.ts'
import { storeExists } from '../../store/index.ts'
import { defaultDocumentTechniques } from '../../tools/documents/compress-document.ts'
import type { NotationLevel } from '../../tools/documents/notation/notation.ts'
import { auditWorkspace, type WorkspaceAudit } from '../../tools/workspace/audit-workspace.ts'
import { findDocuments, workspaceRoot } from '../../tools/workspace/find-documents.ts'
import { pathMatcher } from '../../tools/workspace/path-matcher.ts'
import { planTiers, writeTiers } from '../../tools/workspace/plan-tiers.ts'
import { planWorkspace } from '../../tools/workspace/plan-workspace.ts'
import { type RestoredDocument, restoreWorkspace } from '../../tools/workspace/restore-workspace.ts'
import { type TierSizes, tierNames, tierSizes } from '../../tools/workspace/tiers.ts'
import { readManifest } from '../../tools/workspace/workspace-files.ts'
import { exitCodes } from './exit-codes.ts'
import { formatCount, formatNumber, formatShare } from './format-number.ts'
import { openExistingStore, storeOption, storePath } from './open-store.ts'
import { counterFor, levelOption } from './text/output-options.ts'
import { type Cell, fitted, terminalLine, textTable } from './text-table.ts'
import { compressWorkspaceCommand } from './workspace/compress-workspace-command.ts'
import { planNumbers, renderPlan, renderSkipped, renderTiers, tierNumbers } from './workspace/render-plan.ts'
import {
  readCostText,
  type WorkspaceFlags,
  withProgress,
  withWorkspaceOptions,
} from './workspace/workspace-options.ts'
import { indentedJson, printResult } from './write-result.ts'

export function workspaceCommand(): Command {
  return new Command('workspace')
    .description(
      'Memory files of a project (CLAUDE.md, AGENTS.md, rules, notes): what they cost, smaller, and back',
    )
    .addCommand(auditCommand())
    .addCommand(estimateCommand())
    .addCommand(compressWorkspaceCommand())
    .addCommand(restoreCommand())
    .addCommand(tiersCommand())
    .addHelpText(
      'after',
      `
Examples:
  fovea workspace audit .                      what agents read here, and what it costs
  fovea workspace estimate .                   what each technique would save
  fovea workspace compress . --write           do it; every original goes to the store first
  fovea workspace restore .                    and back, to the byte
  fovea workspace tiers docs/DESIGN.md --write summaries of 200, 1,000 and 3,000 tokens`,
    )
}

interface EstimateFlags extends WorkspaceFlags {
  readonly level?: NotationLevel
}

/** `fovea workspace estimate`: shows what each technique would save, file by file. Writes nothing. */
function estimateCommand(): Command {
  return withWorkspaceOptions(new Command('estimate'))
    .description(
      'Show what each technique would save in every memory file, in tokens and money; write nothing',
    )
    .addOption(levelOption())
    .action((folder: string, flags: EstimateFlags) => {
      const plan = withProgress(onProgress => {
        const found = findDocuments(folder, { ...flags, onProgress })
        return planWorkspace(found, readManifest(found.root), {
          techniques: defaultDocumentTechniques,
          level: flags.level,
          counter: counterFor(flags.model),
          isEachMeasured: true,
          onProgress,
        })
      })
      printResult(flags.json ? planNumbers(plan, flags.price) : renderPlan(plan, flags.price))
    })
}

/** `fovea workspace audit`: shows the tokens and the state of the memory files of a workspace. */
function auditCommand(): Command {
  return withWorkspaceOptions(new Command('audit'))
    .description(
      'Show the memory files of a workspace: tokens, what is said in several, what is compressed or edited',
    )
    .action((folder: string, flags: WorkspaceFlags) => {
      const audit = withProgress(onProgress => {
        const found = findDocuments(folder, { ...flags, onProgress })
        return auditWorkspace(found, readManifest(found.root), counterFor(flags.model))
      })
      printResult(flags.json ? audit : renderAudit(audit, flags.price))
    })
}

const right = (text: string): Cell => ({ right: text })

function renderAudit(
  { root, documents, skipped, missing, tokens, counter }: WorkspaceAudit,
  dollars: number,
): string {
  const rows: Cell[][] = [
    ['document', right('tokens'), right('share'), right('lines'), right('also elsewhere'), 'state'],
    ...documents
      .toSorted((one, two) => two.tokens - one.tokens)
      .map(document => [
        terminalLine(document.path, 60),
        right(formatNumber(document.tokens)),
        right(formatShare(document.tokens, tokens)),
        right(formatNumber(document.lines)),
        right(document.repeatedLines === 0 ? '' : formatNumber(document.repeatedLines)),
        [document.state, document.handle ?? ''].filter(Boolean).join(' '),
      ]),
  ]
  const gone = missing.map(path => ({ path, why: 'compressed once, and not there any more' }))
  return [
    `${root}: ${formatCount(documents.length, 'document')}, ${formatNumber(tokens)} tokens of ${counter}, ${readCostText(tokens, dollars)}\n`,
    documents.length === 0 ? '' : textTable(rows),
    renderSkipped([...skipped, ...gone]),
  ].join('')
}

interface RestoreFlags {
  readonly files?: readonly string[]
  readonly force?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly store?: string
}

/** `fovea workspace restore`: restores the documents to the byte. */
function restoreCommand(): Command {
  return new Command('restore')
    .description('Bring compressed documents back as they were, to the byte')
    .argument('<folder>', 'the workspace')
    .option('-f, --files <patterns...>', 'only these documents')
    .option('--force', 'also those that were edited since, which are kept in the store first, or removed')
    .option('-n, --dry-run', 'only show what would be done')
    .option('--json', 'print as JSON')
    .addOption(storeOption())
    .action(runRestore)
}

function runRestore(folder: string, flags: RestoreFlags): void {
  const store = storeExists(storePath(flags.store)) ? openExistingStore(flags.store) : undefined
  try {
    const root = workspaceRoot(folder)
    const restored = restoreWorkspace(root, store, {
      isWanted: flags.files === undefined ? undefined : pathMatcher(flags.files),
      force: flags.force,
      dryRun: flags.dryRun,
    })
    printResult(flags.json ? { root, documents: restored } : renderRestored(restored, flags))
    if (restored.some(({ outcome }) => outcome !== 'restored' && outcome !== 'original'))
      process.exitCode = exitCodes.handle
  } finally {
    store?.close()
  }
}

function renderRestored(documents: readonly RestoredDocument[], { dryRun }: RestoreFlags): string {
  if (documents.length === 0) return 'Nothing here was compressed.\n'
  const count = documents.filter(({ outcome }) => outcome === 'restored').length
  const others = documents.filter(({ outcome, kept }) => outcome !== 'restored' || kept !== undefined)
  const rows = others.map(({ path, outcome, why, kept }) => [
    terminalLine(path, 60),
    outcome === 'original' ? 'was the original already' : (why ?? `its edited form is kept as ${kept}`),
  ])
  return `${formatCount(count, 'document')} ${dryRun ? 'would be ' : ''}restored\n${textTable(rows)}`
}

interface TiersFlags extends WorkspaceFlags {
  readonly sizes: TierSizes
  readonly write?: boolean
  readonly store?: string
}

/** `fovea workspace tiers`: writes documents in up to three sizes, for readers who load more as they need it. */
function tiersCommand(): Command {
  return withWorkspaceOptions(new Command('tiers'))
    .description(
      'Summaries of each document in its own words, in up to three sizes, beside it; shown unless --write',
    )
    .addOption(
      new Option('--sizes <L0,L1,L2>', 'most tokens of each')
        .argParser(sizes)
        .default(tierSizes, Object.values(tierSizes).join()),
    )
    .option('--write', 'do it; what a person wrote or edited is never replaced')
    .addOption(storeOption())
    .action(runTiers)
}

function runTiers(folder: string, flags: TiersFlags): void {
  const store = storeExists(storePath(flags.store)) ? openExistingStore(flags.store) : undefined
  try {
    const plan = withProgress(onProgress => {
      const found = findDocuments(folder, { ...flags, onProgress })
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
        indentedJson({ root: plan.root, ...tierNumbers(plan), isWritten: flags.write === true, failed }),
      )
    else {
      process.stdout.write(fitted(renderTiers(plan)))
      if (failed.length > 0)
        process.stdout.write(`not written:\n${textTable(failed.map(({ path, why }) => [path, why]))}`)
      else if (!flags.write && plan.tiers.length > 0)
        process.stdout.write('Nothing was written: add --write to write them.\n')
    }
    if (failed.length > 0) process.exitCode = exitCodes.failure
  } finally {
    store?.close()
  }
}

function sizes(value: string): TierSizes {
  const numbers = value.split(',').map(Number)
  const isRising = numbers.every((size, at) => Number.isInteger(size) && size > (numbers[at - 1] ?? minSize))
  const [L0 = 0, L1 = 0, L2 = 0] = numbers
  if (numbers.length === tierNames.length && isRising) return { L0, L1, L2 }
  throw optionError(
    `--sizes ${value} is none: write three rising numbers above ${minSize}, such as 200,1000,3000.`,
  )
}

/** The line that describes the file takes about half of that. */
const minSize = 79
