/** Prepares a run of the tests: builds the package unless it is newer than all that it is made of. */
import { execSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const inputs = ['src', 'build', 'package.json', 'rolldown.config.ts', 'tsconfig.json', 'tsconfig.build.json']
/** Written by the first and by the last step. */
const outputs = ['dist/core.js', 'dist/index.d.ts']

const compiled = join(root, 'node_modules/.cache/compile')
const maxCompiled = 20_000

export function setup(): void {
  // Threads and processes of tests compile the sources once, not once each.
  process.env['NODE_COMPILE_CACHE'] ??= compiled
  emptyIfLarge(compiled)
  if (isFresh()) return
  execSync('npm run bundle --silent', { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Each run compiles the test files under new names: what earlier runs compiled of them is never read again. */
function emptyIfLarge(cache: string): void {
  if (existsSync(cache) && readdirSync(cache, { recursive: true }).length > maxCompiled)
    rmSync(cache, { recursive: true })
}

function isFresh(): boolean {
  try {
    const built = Math.min(...outputs.map(output => statSync(join(root, output)).mtimeMs))
    return inputs.every(input => newest(join(root, input)) < built)
  } catch {
    return false
  }
}

/** Folders count too: theirs is the time when a file in them was removed. */
function newest(path: string): number {
  const place = statSync(path)
  if (!place.isDirectory()) return place.mtimeMs
  return Math.max(place.mtimeMs, ...readdirSync(path).map(name => newest(join(path, name))))
}
