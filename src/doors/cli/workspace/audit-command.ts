/** `fovea workspace audit`: what the memory of a workspace costs, and what state it is in. */
import { Command } from 'commander'
import { auditWorkspace, type WorkspaceAudit } from '../../../tools/workspace/audit-workspace.ts'
import { readManifest } from '../../../tools/workspace/workspace-files.ts'
import { counterFor } from '../text/output-options.ts'
import { type Cell, formatCount, formatNumber, formatShare, oneLine, table } from '../text-table.ts'
import { jsonText } from '../write-result.ts'
import { renderSkipped } from './render-plan.ts'
import {
  costOf,
  findFor,
  type WorkspaceFlags,
  withProgress,
  withWorkspaceOptions,
} from './workspace-options.ts'

export function auditCommand(): Command {
  return withWorkspaceOptions(new Command('audit'))
    .description(
      'Show the memory files of a workspace: tokens, what is said in several, what is compressed or edited',
    )
    .action((folder: string, flags: WorkspaceFlags) => {
      const audit = withProgress(onProgress => {
        const found = findFor(folder, flags, onProgress)
        return auditWorkspace(found, readManifest(found.root), counterFor(flags.model))
      })
      process.stdout.write(flags.json ? jsonText(audit) : renderAudit(audit, flags.price))
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
        oneLine(document.path, 60),
        right(formatNumber(document.tokens)),
        right(formatShare(document.tokens, tokens)),
        right(formatNumber(document.lines)),
        right(document.repeatedLines === 0 ? '' : formatNumber(document.repeatedLines)),
        [document.state, document.handle ?? ''].filter(Boolean).join(' '),
      ]),
  ]
  const gone = missing.map(path => ({ path, why: 'compressed once, and not there any more' }))
  return [
    `${root}: ${formatCount(documents.length, 'document')}, ${formatNumber(tokens)} tokens of ${counter}, ${costOf(tokens, dollars)}\n`,
    documents.length === 0 ? '' : table(rows),
    renderSkipped([...skipped, ...gone]),
  ].join('')
}
