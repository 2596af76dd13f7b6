/** Every host, for tests. */
import type { Host } from '../../../src/doors/hooks/hosts/host.ts'
import { hosts } from '../../../src/doors/hooks/hosts/index.ts'

export const loadedHosts: readonly Host[] = Object.values(hosts)

export const hostNames: readonly string[] = loadedHosts.map(({ name }) => name)

export function loadedHost(name: string): Host {
  const host = loadedHosts.find(loaded => loaded.name === name)
  if (host === undefined) throw new Error(`No host ${name}.`)
  return host
}
