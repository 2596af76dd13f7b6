/** How Fovea is called from a shell on this machine. */
import { join } from 'node:path'
import { packageRoot } from '../package-root.ts'
import { isOnPath } from './on-path.ts'

/** In single quotes, which no shell looks into. */
export function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** This very program, wherever the shell looks for others. */
export function ownCommand(): string {
  const launcher = join(packageRoot(), 'bin/fovea.js')
  return `${shellQuoted(process.execPath)} ${shellQuoted(launcher)}`
}

/** `fovea` where a shell finds one, else this very program. */
export function shortCommand(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return isOnPath('fovea', env) ? 'fovea' : ownCommand()
}
