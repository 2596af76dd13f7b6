/** What the checks of a host work with, and how a check is run. */
import { spawn } from 'node:child_process'
import type { RawRecord } from '../../../formats/raw-value.ts'
import type { HookSettings } from '../hook-settings.ts'

export interface Check {
  readonly name: string
  /** `undefined`: it was skipped, and `detail` says why. */
  readonly ok: boolean | undefined
  readonly detail: string
}

/** An empty directory, a store of its own, and the installed hooks. */
export interface Bench {
  readonly directory: string
  readonly file: string
  readonly transcript: string
  readonly storePath: string
  settings(event: string): HookSettings
  /** The answer to an event. Throws where nothing is configured for it, or the answer is no JSON object. */
  ask(event: string, payload: object): Promise<RawRecord>
  /** Runs a shell command in the directory. */
  run(command: string): Promise<Finished>
  /** What is wrong with a shortened text; its original has to be in the store. */
  faultOf(shown: string, original: string, storePath: string): string | undefined
}

/** Fails with what `fault` returns or throws. */
export async function check(
  name: string,
  detail: string,
  fault: () => Promise<string | undefined>,
): Promise<Check> {
  try {
    const why = await fault()
    return why === undefined ? { name, ok: true, detail } : { name, ok: false, detail: why }
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a shell command to its end, with something on its standard input. */
export function runProcess(
  command: string,
  input: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, ...options })
    const out: Buffer[] = []
    const errors: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) =>
      resolve({
        code,
        signal,
        stdout: Buffer.concat(out).toString(),
        stderr: Buffer.concat(errors).toString(),
      }),
    )
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
