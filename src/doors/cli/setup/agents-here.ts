/** Which agents are on this machine: by their program, or by a configuration that they have left. */
import { existsSync } from 'node:fs'
import type { Host } from '../../hooks/hosts/host.ts'
import { hosts } from '../../hooks/hosts/index.ts'
import type { Surroundings } from '../../hooks/install/configuration.ts'
import { isOnPath } from '../../hooks/on-path.ts'

export interface AgentHere {
  readonly host: Host
  /** Where it was found, as a user reads it. */
  readonly found: string
}

export function agentsHere({ home, env }: Pick<Surroundings, 'home' | 'env'>): readonly AgentHere[] {
  return Object.values(hosts).flatMap(host => {
    const directory = host.userDirectory(home, env)
    const places = [
      ...(isOnPath(host.program, env) ? [`${host.program} on PATH`] : []),
      ...(existsSync(directory) ? [directory] : []),
    ]
    return places.length === 0 ? [] : [{ host, found: places.join(', ') }]
  })
}
