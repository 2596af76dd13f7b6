/** Whether a command may run inside ours: not where that could change what it does, or who is asked about it. */
import type { HostName } from '../contracts/contract.ts'
import { hasCommandRules } from './command-rules.ts'
import { leftAlone, type ShellCall } from './left-alone.ts'

export interface CommandCall extends ShellCall {
  readonly host: HostName
  readonly isBackground: boolean
}

export function mayWrap(call: CommandCall): boolean {
  if (process.platform === 'win32' || call.isBackground) return false
  return leftAlone(call) === undefined && !hasCommandRules(call.host, call.directory)
}
