/** How Fovea is called from a shell on this machine. */
import { join } from 'node:path'
import { packageRoot } from '../package-version.ts'
import { isFoveaOnPath } from './on-path.ts'

/** In single quotes, which no shell looks into. */
export function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** This very program, wherever the shell looks for others. */
export function ownCommand(): string {
  return ownWords().map(shellQuoted).join(' ')
}

/** `fovea` where a shell finds one, else this very program. */
export function foveaCommand(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return shortWords(env).map(shellQuoted).join(' ')
}

/** The same for callers that start it without a shell. */
export function shortWords(
  env: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  return isFoveaOnPath(env) ? ['fovea'] : ownWords()
}

function ownWords(): readonly string[] {
  return [process.execPath, join(packageRoot(), 'bin/fovea.js')]
}

const ownCall = /\bfovea(?:\.js)?['"]? (?:expand|search|ledger|uncompress|inspect|store|hook)\b/

/** Whether a command asks Fovea for something: then the whole answer is wanted. */
export function isOwnCall(command: string): boolean {
  return ownCall.test(command)
}
