/** Runs a shell command to its end, with something on its standard input. */
import { spawn } from 'node:child_process'

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

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
