/** Commands that show a session, and those on documents, on the files of a project, and on many sessions. */
import type { Command } from 'commander'
import { batchCommand, workerCommand } from './batch-command.ts'
import { evaluateCommand } from './evaluate-command.ts'
import { observeCommand } from './observe-command.ts'
import { showCommand } from './show-command.ts'
import { textCommand } from './text-command.ts'
import { workspaceCommand } from './workspace-command.ts'

export function toolCommands(): readonly Command[] {
  return [
    showCommand(),
    textCommand(),
    workspaceCommand(),
    evaluateCommand(),
    observeCommand(),
    batchCommand(),
    workerCommand(),
  ]
}
