/** A proxy on a free port before a provider, both gone after the test. */
import { onTestFinished } from 'vitest'
import { createProxy, type ProxyOptions, type ProxyServer } from '../../../src/doors/proxy/index.ts'
import { fixedSessions } from './fixed-sessions.ts'
import { type Provider, startProvider } from './provider-double.ts'

export interface Pair {
  readonly provider: Provider
  readonly proxy: ProxyServer
  readonly url: string
}

export async function startPair(options: ProxyOptions = {}): Promise<Pair> {
  const provider = await startProvider()
  const proxy = createProxy({ upstream: provider.url, sessions: fixedSessions(), drainMs: 200, ...options })
  const { url } = await proxy.listen({ port: 0 })
  onTestFinished(async () => {
    await proxy.close()
    await provider.close()
  })
  return { provider, proxy, url }
}

/** Until it is so, or the test's own time is over. */
export async function eventually(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setTimeout(resolve, 5))
}
