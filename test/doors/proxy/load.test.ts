import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { eventually, startPair } from './start-proxy.ts'

const streams = 100
const rounds = 3

it(`${streams} streams at once lose nothing and leave nothing behind`, async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { url, provider, proxy } = await startPair()
  provider.reply = ({ metadata }) => ({
    parts: [{ text: `${(metadata as { number: string }).number} `.repeat(40) }],
    pauseMs: 1,
  })
  const ask = async (number: number): Promise<string> => {
    const answer = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      body: JSON.stringify({
        model: 'm',
        max_tokens: 5,
        stream: true,
        metadata: { number },
        messages: [{ role: 'user', content: 'A stream that stays holds this. '.repeat(1250) }],
      }),
    })
    const text = await answer.text()
    return Array.from(text.matchAll(/"text_delta","text":"([^"]*)"/g), match => match[1]).join('')
  }
  const heaps: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const texts = await Promise.all(
      Array.from({ length: streams }, (_, number) => ask(round * streams + number)),
    )
    for (const [number, text] of texts.entries()) expect(text).toBe(`${round * streams + number} `.repeat(40))
    provider.asked.length = 0
    await eventually(() => proxy.status().requests === streams * (round + 1))
    collect()
    heaps.push(process.memoryUsage().heapUsed)
  }
  expect(proxy.status()).toMatchObject({ requests: streams * rounds, failures: 0 })
  expect(provider.aborted).toBe(0)
  // The first round warms everything up; a stream that stayed would hold its 40,000 characters and more.
  expect((heaps.at(-1) ?? 0) - (heaps[1] ?? 0)).toBeLessThan(3_000_000)
})
