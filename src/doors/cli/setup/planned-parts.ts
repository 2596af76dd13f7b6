/** What setup would write for one agent, or remove again: its hooks, and our server in its list. */
import { existsSync } from 'node:fs'
import { shellQuoted } from '../../../scan/actions/shell/shell-quoted.ts'
import { shortWords } from '../../hooks/fovea-command.ts'
import type { Host } from '../../hooks/hosts/host.ts'
import { hosts } from '../../hooks/hosts/index.ts'
import { type Configuration, configurationOf, type Surroundings } from '../../hooks/install/configuration.ts'
import { type PlannedChange, planInstall, planUninstall } from '../../hooks/install/hook-installation.ts'
import { mcpConfigurationOf } from '../../hooks/install/mcp-configuration-of.ts'
import { isOnPath } from '../../hooks/is-on-path.ts'

export interface SetupPart {
  readonly name: 'hook' | 'mcp'
  readonly purpose: string
  readonly configuration: Configuration
}

export interface PartsWanted {
  readonly hooks?: boolean
  readonly mcp?: boolean
  readonly undo?: boolean
}

/** In the order in which they are written. Two may share a file, so they are removed in the opposite order. */
export function configurations(host: Host, around: Surroundings, wanted: PartsWanted): readonly SetupPart[] {
  const words = process.platform === 'win32' ? shortWords({}) : shortWords(around.env)
  const mcp = mcpConfigurationOf(host, around, [...words, 'mcp'])
  const hook: SetupPart = {
    name: 'hook',
    purpose: 'shortens long tool output before the model sees it, and keeps the original',
    configuration: configurationOf(host, 'user', around),
  }
  const purpose = 'gives the model tools that bring originals back: expand, search'
  const server: readonly SetupPart[] = mcp === undefined ? [] : [{ name: 'mcp', purpose, configuration: mcp }]
  const parts = [...(wanted.hooks === false ? [] : [hook]), ...(wanted.mcp === false ? [] : server)]
  return wanted.undo ? parts.toReversed() : parts
}

/** Call it after the part before it was written. `storePath`: the backup is stored beside it. */
export function plannedChange(
  { configuration }: SetupPart,
  around: Surroundings,
  storePath: string,
  { undo }: PartsWanted,
): PlannedChange {
  if (undo) return planUninstall(configuration, storePath)
  const program = shortWords(around.env).map(shellQuoted).join(' ')
  return planInstall(configuration, { program, options: '' }, storePath)
}

export interface AgentHere {
  readonly host: Host
  /** Where it was found, for the user. */
  readonly found: string
}

/** The agents on this machine, recognized by their program or by their configuration. */
export function agentsHere({ home, env }: Pick<Surroundings, 'home' | 'env'>): readonly AgentHere[] {
  return hosts.flatMap(host => {
    const directory = host.userDirectory(home, env)
    const places = [
      ...(isOnPath(host.program, env) ? [`${host.program} on PATH`] : []),
      ...(existsSync(directory) ? [directory] : []),
    ]
    return places.length === 0 ? [] : [{ host, found: places.join(', ') }]
  })
}
