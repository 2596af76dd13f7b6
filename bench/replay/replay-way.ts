/** One way to replay sessions: through a proxy and a provider of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { startProxyProcess } from './proxy-process.ts'
import { type ReplayReport, replayAll } from './replay-run.ts'
import type { ReplaySession } from './replay-session.ts'
import { startReplayProvider } from './strict-provider.ts'

export interface ReplayWay {
  readonly window: number
  /** The proxy offers lookups, and the model makes use of them. */
  readonly tools: boolean
  /** The provider wants user and assistant in turn. */
  readonly isAlternating?: boolean
  /** Seconds that the proxy may compress a request. @default long enough for a machine that is busy with other things */
  readonly timeout?: number
  /** The client works so long between two requests, in milliseconds. @default 0 */
  readonly pauseMs?: number
  /** More of the environment of the proxy. */
  readonly env?: Readonly<Record<string, string>>
}

const longTimeout = 300
/** Sessions side by side: a proxy has more than one client. */
const lanes = 3

export async function replayWay(
  way: ReplayWay,
  sessions: AsyncIterable<ReplaySession>,
): Promise<ReplayReport> {
  const folder = mkdtempSync(join(tmpdir(), 'fovea-replay-'))
  const file = join(folder, 'store.db')
  const provider = await startReplayProvider({
    window: way.window,
    isAlternating: way.isAlternating === true,
  })
  const args = ['--upstream', provider.url, '--store', file, '--window', String(way.window)]
  const more = ['--timeout', String(way.timeout ?? longTimeout), ...(way.tools ? ['--tools'] : [])]
  const proxy = await startProxyProcess([...args, ...more], way.env)
  const store = sqliteStore(file)
  try {
    return await replayAll(sessions, {
      proxyUrl: () => proxy.url,
      provider,
      window: way.window,
      pauseMs: way.pauseMs ?? 0,
      store,
      lanes,
    })
  } finally {
    await proxy.stop()
    await provider.close()
    store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
