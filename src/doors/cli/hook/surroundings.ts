/** Where this process looks for the configuration of agents. */
import { homedir } from 'node:os'
import type { Surroundings } from '../../hooks/install/configuration.ts'
import { readConfiguration } from '../../hooks/install/hook-installation.ts'

export function surroundings(): Surroundings {
  return { home: homedir(), project: process.cwd(), env: process.env, read: readConfiguration }
}
