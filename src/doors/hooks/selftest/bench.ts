/** The environment in which the checks of a host run, and how a check is run. */
import { spawn } from 'node:child_process'
import type { RawRecord } from '../../../formats/raw-value.ts'
import type { HookSettings } from '../hook-settings.ts'

export interface Check {
  readonly name: string
  /** `undefined` if it was skipped; `detail` says why. */
  readonly ok: boolean | undefined
  readonly detail: string
}

/** An empty directory, its own store, and the installed hooks. */
export interface Bench {
  readonly directory: string
  readonly file: string
  readonly transcript: string
  readonly storePath: string
  settings(event: string): HookSettings
  /** The answer to an event. Throws if nothing is configured for it, or if the answer is not a JSON object. */
  ask(event: string, payload: object): Promise<RawRecord>
  /** Runs a shell command in the directory. */
  run(command: string): Promise<Finished>
  /** What is wrong with a shortened text, if anything; its original must be in the store. */
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
  readonly stdout: string
  readonly stderr: string
}

/** Runs a shell command to its end, with the given standard input. */
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
    child.on('close', code =>
      resolve({
        code,
        stdout: Buffer.concat(out).toString(),
        stderr: Buffer.concat(errors).toString(),
      }),
    )
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
