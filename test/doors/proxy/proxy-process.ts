/** `fovea proxy` as a real process, as it is installed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const launcher = join(import.meta.dirname, '../../../bin/fovea.js')

export interface ProxyProcess {
  readonly child: ChildProcess
  readonly url: string
  /** Everything it has printed so far. */
  printed(): string
  /** How it ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

/** Resolves when it listens, or when it ended without doing so. */
export function startProxyProcess(args: readonly string[]): Promise<ProxyProcess> {
  const child = spawn(process.execPath, [launcher, 'proxy', ...args], {
    env: { ...process.env, NO_COLOR: '1' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  const ended: ProxyProcess['ended'] = new Promise(resolve => {
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  return new Promise(resolve => {
    const listen = (chunk: Buffer): void => {
      printed += chunk.toString()
      const url = /^fovea proxy on (http:\S+),/m.exec(printed)?.[1]
      if (url !== undefined) resolve({ child, url, printed: () => printed, ended })
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then(() => resolve({ child, url: '', printed: () => printed, ended }))
  })
}
