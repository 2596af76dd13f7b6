/** The commands that an installation adds to a host's configuration. */
import type { CommandHookFile, HookCommand, HookEntry } from '../hosts/host.ts'

export interface AddedHook extends HookEntry {
  readonly command: string
}

export function addedHooks(
  host: string,
  { entries, suffix = '' }: Pick<CommandHookFile, 'entries' | 'suffix'>,
  { program, options }: HookCommand,
): readonly AddedHook[] {
  return entries.map(entry => {
    const call = `${program} hook run ${host} ${entry.event}${options === '' ? '' : ` ${options}`}`
    return { ...entry, command: `${call}${suffix}` }
  })
}

/** Whether a configured command is one of ours, whatever program and options it was installed with. */
export function isOwnCommand(host: string, command: string): boolean {
  return new RegExp(` hook run ${host} [A-Za-z_.]+(?: |$)`).test(command)
}
