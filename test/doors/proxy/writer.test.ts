import { expect, it } from 'vitest'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { noteTitle } from '../../../src/view/note-text.ts'
import { localEndpoint } from '../../models/local-endpoint.ts'
import { history, requestLengths } from '../../session/growing-history.ts'
import type { Asked } from './provider-double.ts'
import { eventually, startPair } from './start-proxy.ts'

const note = '## Present\n- Invoices are doubled; the cause is unknown'

const wait = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

const textOf = ({ body }: Asked): string => JSON.stringify(body.messages).slice(1, -1)

it.each([0, 1])(
  'an epoch has the note that a model wrote meanwhile, and no request waits or changes what was sent, workers: %s',
  { timeout: 120_000 },
  async workers => {
    await using endpoint = await localEndpoint(() => ({
      body: {
        choices: [{ message: { content: note }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 5000, completion_tokens: 30 },
      },
    }))
    const { url, provider, proxy } = await startPair({
      store: memoryStore(),
      sessions: undefined,
      workers,
      session: {
        highWater: 4000,
        lowWater: 1500,
        maxExtraCost: 1,
        compress: { model: { writer: { url: endpoint.url, model: 'writer-1', kind: 'openai' } } },
      },
    })
    const messages = history(90)
    let sent = 0
    let written = 0
    for (const length of requestLengths(messages)) {
      // A few more behind the first note show that it stays.
      const noted = provider.asked.findIndex(one => textOf(one).includes(noteTitle))
      if (noted >= 0 && sent > noted + 3) break
      sent += 1
      const begun = performance.now()
      const answer = await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
        body: JSON.stringify({ model: 'm', max_tokens: 100, messages: messages.slice(0, length) }),
      })
      await answer.text()
      // As long as a person reads where a note is on its way, and longer where the machine is busy.
      const took = performance.now() - begun
      await wait(10 + took)
      if (endpoint.received.length > written) await wait(200 + 4 * took)
      written = endpoint.received.length
    }
    const asked = provider.asked
    expect(asked.length).toBe(sent)
    expect(endpoint.received.length).toBeGreaterThan(0)
    const first = asked.findIndex(one => textOf(one).includes(noteTitle))
    expect(first).toBeGreaterThan(0)
    const rewritten = asked.filter(
      (one, at) => at > 0 && !textOf(one).startsWith(textOf(asked[at - 1] as Asked)),
    ).length
    const epochs = proxy.status().recent.filter(({ receipt }) => receipt?.action === 'epoch').length
    expect(rewritten).toBeLessThanOrEqual(epochs)
    await eventually(() => proxy.status().writer !== undefined)
    expect(proxy.status().writer?.calls).toBeGreaterThan(0)
    expect(proxy.status().writer?.input).toBe(5000 * (proxy.status().writer?.calls ?? 0))
  },
)
