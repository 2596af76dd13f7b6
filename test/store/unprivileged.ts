/** A child process whom file permissions bind, even where the tests run as root. */
import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const nobody = 65534
const isRoot = process.getuid?.() === 0
const identity = isRoot ? { uid: nobody, gid: nobody } : {}

function start(script: string, args: readonly string[]) {
  const path = fileURLToPath(new URL(script, import.meta.url))
  return spawnSync(process.execPath, [path, ...args], { ...identity, encoding: 'utf8', cwd: '/' })
}

/** Windows has other permissions, and a checkout in a private directory cannot be read by anybody else. */
export const canRunUnprivileged: boolean =
  process.platform !== 'win32' && start('./readonly-child.ts', []).status === 0

export function runUnprivileged(script: string, ...args: readonly string[]): unknown {
  const { stdout, stderr, status } = start(script, args)
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

export function giveToUnprivileged(...paths: readonly string[]): void {
  if (isRoot) for (const path of paths) chownSync(path, nobody, nobody)
}
