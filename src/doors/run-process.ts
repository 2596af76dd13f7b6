/** Runs a shell command to its end, with the given standard input. */
import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export async function runProcess(
  command: string,
  input: string,
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'timeout'>,
): Promise<Finished> {
  const child = spawn(command, { ...options, shell: true, stdio: 'pipe' })
  // A command need not read its input.
  child.stdin.on('error', () => {}).end(input)
  const [[code, signal], stdout, stderr] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, signal, stdout, stderr }
}
