/** Commands on one session and on the store of originals. */
import type { Command } from 'commander'
import { compressCommand } from './compress-command.ts'
import { expandCommand } from './expand-command.ts'
import { inspectCommand } from './inspect-command.ts'
import { ledgerCommand } from './ledger-command.ts'
import { resumeCommand } from './resume-command.ts'
import { searchCommand } from './search-command.ts'
import { storeCommand } from './store-command.ts'
import { uncompressCommand } from './uncompress-command.ts'

export function sessionCommands(): readonly Command[] {
  return [
    inspectCommand(),
    ledgerCommand(),
    compressCommand(),
    resumeCommand(),
    uncompressCommand(),
    expandCommand(),
    searchCommand(),
    storeCommand(),
  ]
}
