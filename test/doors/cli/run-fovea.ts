/**
 * The command line as it is built, with a store and a home of its own. It runs in this process, which has the code and
 * the tables of tokens loaded already; as a process of its own where a test signals it, or is about the process.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../../..')
const launcher = join(root, 'bin/fovea.js')

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
  /** Sets variables of a process of its own. */
  readonly env?: NodeJS.ProcessEnv
  /** Sets variables of this process while the command runs: for commands that read them when they run. */
  readonly envHere?: NodeJS.ProcessEnv
  readonly isProcess?: true
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
    fovea: (args, options = {}) => {
      const { env, envHere, during, isProcess } = options
      // The launcher leads what an agent calls another way.
      const isCalled = args[0] === 'hook' && (args[1] === 'run' || args[1] === 'wrap')
      const isApart = env !== undefined || during !== undefined || isProcess || isCalled
      const given = { HOME: directory, NO_COLOR: '1', FOVEA_STORE: store, ...env, ...envHere }
      return isApart ? runApart(args, directory, given, options) : runHere(args, directory, given, options)
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

function runApart(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  options: RunOptions,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [launcher, ...args], {
      cwd,
      env: { ...process.env, ...env },
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

/** Commands that are started at once wait for each other: they share the working directory and the output. */
let last: Promise<unknown> = Promise.resolve()

function runHere(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  { input = '' }: RunOptions,
): Promise<Finished> {
  const next = last.then(() => runNow(args, cwd, env, input))
  last = next.catch(() => undefined)
  return next
}

async function runNow(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  input: string | Uint8Array,
): Promise<Finished> {
  const { main } = (await import(pathToFileURL(join(root, 'dist/cli.js')).href)) as {
    main: (argv: readonly string[]) => Promise<void>
  }
  const before = { cwd: process.cwd(), env: { ...process.env }, stdin: process.stdin, code: process.exitCode }
  const [out, errors] = [captured(process.stdout), captured(process.stderr)]
  process.chdir(cwd)
  setVariables(env)
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  process.exitCode = undefined
  try {
    await main([process.execPath, launcher, ...args])
    const bytes = out.bytes()
    return {
      code: Number(process.exitCode ?? 0),
      signal: null,
      bytes,
      stdout: bytes.toString(),
      stderr: errors.bytes().toString(),
    }
  } finally {
    out.release()
    errors.release()
    process.exitCode = before.code
    Object.defineProperty(process, 'stdin', { value: before.stdin, configurable: true })
    for (const name of Object.keys(env)) delete process.env[name]
    Object.assign(process.env, before.env)
    process.chdir(before.cwd)
  }
}

/** `process.env` would keep `undefined` as a word. */
function setVariables(env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(env))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
}

/** What is written to a stream, in place of writing it; and without the listeners that the command leaves on it. */
function captured(stream: NodeJS.WriteStream): { bytes(): Buffer; release(): void } {
  const chunks: Buffer[] = []
  const write = stream.write
  const listeners = new Set(stream.listeners('error'))
  stream.write = (
    chunk: string | Uint8Array,
    encoding?: BufferEncoding | ((error?: Error) => void),
    done?: (error?: Error) => void,
  ): boolean => {
    chunks.push(Buffer.from(chunk as string, typeof encoding === 'string' ? encoding : undefined))
    const called = typeof encoding === 'function' ? encoding : done
    if (called !== undefined) queueMicrotask(() => called())
    return true
  }
  return {
    bytes: () => Buffer.concat(chunks),
    release() {
      stream.write = write
      for (const listener of stream.listeners('error'))
        if (!listeners.has(listener)) stream.off('error', listener as () => void)
    },
  }
}
