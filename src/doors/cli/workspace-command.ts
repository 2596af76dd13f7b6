/** `fovea workspace`: the memory files of a project, all at once. */
import { Command } from 'commander'
import { auditCommand } from './workspace/audit-command.ts'
import { compressCommand } from './workspace/compress-command.ts'
import { estimateCommand } from './workspace/estimate-command.ts'
import { restoreCommand } from './workspace/restore-command.ts'
import { tiersCommand } from './workspace/tiers-command.ts'

export function workspaceCommand(): Command {
  return new Command('workspace')
    .description(
      'Memory files of a project (CLAUDE.md, AGENTS.md, rules, notes): what they cost, smaller, and back',
    )
    .addCommand(auditCommand())
    .addCommand(estimateCommand())
    .addCommand(compressCommand())
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
