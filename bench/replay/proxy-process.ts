/** `fovea proxy` as a process of its own, from the build. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const launcher = join(import.meta.dirname, '../../bin/fovea.js')

export interface ProxyProcess {
  readonly url: string
  /** Ends when it has ended. */
  stop(): Promise<void>
  /** At once, whatever it is doing. */
  kill(): Promise<void>
}

/** Throws what it printed where it does not come to listen. */
export function startProxyProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ProxyProcess> {
  const child = spawn(process.execPath, [launcher, 'proxy', '--port', '0', '--quiet', ...args], {
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  const ended = new Promise<void>(resolve => child.on('close', () => resolve()))
  let printed = ''
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      printed = (printed + chunk.toString()).slice(-10_000)
      const url = /^fovea proxy on (http:\S+),/m.exec(printed)?.[1]
      if (url !== undefined)
        resolve({
          url,
          stop: async () => {
            child.kill('SIGTERM')
            await ended
          },
          kill: async () => {
            child.kill('SIGKILL')
            await ended
          },
        })
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then(() => reject(new Error(`fovea proxy did not start: ${printed}`)))
  })
}
