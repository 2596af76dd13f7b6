/** Whether a command may run inside ours: not where that could change what it does, or who is asked about it. */
import type { Host } from '../hosts/host.ts'
import { leftAlone, type ShellCall } from './left-alone.ts'

export interface CommandCall extends ShellCall {
  readonly isBackground: boolean
}

export function mayWrap(host: Host, call: CommandCall): boolean {
  if (process.platform === 'win32' || call.isBackground) return false
  return leftAlone(call) === undefined && host.hasCommandRules?.(call.directory, process.env) !== true
}
