/** How Fovea is called from a shell on this machine. */
import { join } from 'node:path'
import { shellQuoted } from '../../scan/actions/shell/shell-quoted.ts'
import { packageRoot } from '../package-version.ts'
import { isFoveaOnPath } from './is-on-path.ts'

/** The full path of this program, independent of PATH. */
export function ownCommand(): string {
  return ownWords().map(shellQuoted).join(' ')
}

/** `fovea` if a shell finds it, else the full path of this program. */
export function foveaCommand(): string {
  return shortWords(process.env).map(shellQuoted).join(' ')
}

/** The same as words, for callers that start it without a shell. */
export function shortWords(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return isFoveaOnPath(env) ? ['fovea'] : ownWords()
}

function ownWords(): readonly string[] {
  return [process.execPath, join(packageRoot(), 'bin/fovea.js')]
}

const ownCall = /\bfovea(\.js)?['"]? (?:expand|search|ledger|uncompress|inspect|store|hook)(?!\w)/

/** Whether a command calls Fovea: its answer is then wanted whole. */
export function isOwnCall(command: string): boolean {
  return ownCall.test(command)
}
