/** `fovea proxy` as a process of its own, from the build or from source. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const launchers: Readonly<Record<'build' | 'source', string>> = {
  build: join(import.meta.dirname, '../../bin/fovea.js'),
  source: join(import.meta.dirname, '../../src/doors/cli/main.ts'),
}

export interface ProxyProcess {
  readonly url: string
  /** Ends when it has ended. */
  stop(): Promise<void>
}

/** Throws what it printed where it does not come to listen. */
export function startProxyProcess(
  args: readonly string[],
  from: keyof typeof launchers = 'build',
  env: Readonly<Record<string, string>> = {},
): Promise<ProxyProcess> {
  const child = spawn(process.execPath, [launchers[from], 'proxy', '--port', '0', '--quiet', ...args], {
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
        })
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then(() => reject(new Error(`fovea proxy did not start: ${printed}`)))
  })
}
