/** The command line as a real process, with a store and a home of its own. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const launcher = join(import.meta.dirname, '../../../bin/fovea.js')

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  readonly bytes: Buffer
}

export interface Workplace {
  readonly directory: string
  readonly store: string
  readonly fovea: (args: readonly string[], options?: RunOptions) => Promise<Finished>
  readonly path: (name: string) => string
  readonly remove: () => void
}

export interface RunOptions {
  readonly input?: string | Uint8Array
  readonly env?: NodeJS.ProcessEnv
  /** Called with the running process, to signal it or to close its pipes. */
  readonly during?: (child: ReturnType<typeof spawn>) => void
}

export function workplace(): Workplace {
  const directory = mkdtempSync(join(tmpdir(), 'fovea-cli-'))
  const store = join(directory, 'data', 'store.db')
  return {
    directory,
    store,
    path: name => join(directory, name),
    fovea: (args, options = {}) => run(args, directory, { FOVEA_STORE: store, ...options.env }, options),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

function run(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  options: RunOptions,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [launcher, ...args], {
      cwd,
      env: { ...process.env, HOME: cwd, NO_COLOR: '1', ...env },
    })
    const out: Buffer[] = []
    const errors: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const bytes = Buffer.concat(out)
      resolve({ code, signal, bytes, stdout: bytes.toString(), stderr: Buffer.concat(errors).toString() })
    })
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
    options.during?.(child)
  })
}
