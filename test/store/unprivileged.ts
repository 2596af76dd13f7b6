/** A child process whom file permissions bind, even where the tests run as root. */
import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const nobody = 65534
const isRoot = process.getuid?.() === 0
const identity = isRoot ? { uid: nobody, gid: nobody } : {}

/** That of the tests is closed to others. */
const compileCache = mkdtempSync(join(tmpdir(), 'fovea-unprivileged-'))
if (isRoot) chownSync(compileCache, nobody, nobody)
process.on('exit', () => rmSync(compileCache, { recursive: true, force: true }))

function start(script: string, args: readonly string[]) {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
  return spawnSync(process.execPath, [path, ...args], { ...identity, encoding: 'utf8', cwd: '/', env })
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
