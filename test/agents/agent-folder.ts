/** Where agents are installed that the tests drive: not dependencies of Fovea, so they may be absent. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const packages = join(process.env['FOVEA_AGENTS'] ?? join(root, 'bench'), 'node_modules')

export function agentFolder(name: string): string {
  return join(packages, name)
}

export function isAgentInstalled(name: string): boolean {
  return existsSync(agentFolder(name))
}
