/** The shell in which agents expect their commands to run: the user's own where it is one of the usual two. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'

export function shellFor(env: Readonly<Record<string, string | undefined>>): string {
  for (const shell of [env['CLAUDE_CODE_SHELL'], env['SHELL']])
    if (shell !== undefined && ['bash', 'zsh'].includes(basename(shell)) && existsSync(shell)) return shell
  return existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh'
}
