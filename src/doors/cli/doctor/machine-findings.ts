/** Node, and how this program is found. */

import { isFoveaOnPath } from '../../hooks/on-path.ts'
import { packageRoot } from '../../package-root.ts'
import { packageVersion } from '../../package-version.ts'
import { isByNpx } from '../typed-command.ts'
import type { Finding } from './finding.ts'

export function machineFindings(
  node: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly Finding[] {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const isCurrent = major > 22 || (major === 22 && minor >= 18)
  return [
    isCurrent
      ? { state: 'ok', about: 'Node', sentence: `${node} can run everything.` }
      : { state: 'wrong', about: 'Node', sentence: `${node} is too old; install 22.18 or newer.` },
    {
      state: 'ok',
      about: 'fovea',
      sentence: `version ${packageVersion()} in ${packageRoot()}, on ${process.platform}.`,
    },
    isFoveaOnPath(env)
      ? { state: 'ok', about: 'PATH', sentence: 'a shell finds fovea.' }
      : {
          state: 'note',
          about: 'PATH',
          sentence: `a shell does not find fovea, so agents are given its full path${isByNpx(env) ? ', and you type "npx fovea"' : ''}.`,
        },
    ...(process.platform === 'win32'
      ? [
          {
            state: 'note' as const,
            about: 'Windows',
            sentence: 'commands are not wrapped here, so the output of commands that fail stays as it is.',
          },
        ]
      : []),
  ]
}
