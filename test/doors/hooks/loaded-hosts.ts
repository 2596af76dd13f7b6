/** Hosts by their names, for tests. */
import type { Host } from '../../../src/doors/hooks/hosts/host.ts'
import { hostNamed, hosts } from '../../../src/doors/hooks/hosts/index.ts'

export const hostNames: readonly string[] = hosts.map(({ name }) => name)

export function loadedHost(name: string): Host {
  const host = hostNamed(name)
  if (host === undefined) throw new Error(`No host ${name}.`)
  return host
}
