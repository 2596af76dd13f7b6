import { describe, expect, it, onTestFinished } from 'vitest'
import { newDatabase, noPostgres } from '../../postgres/shared-postgres.ts'
import { longOutput, requestLengths, withAnswer } from '../../session/growing-history.ts'
import { type Asked, startProvider } from './provider-double.ts'
import { type ProxyProcess, startProxyProcess } from './proxy-process.ts'

describe.skipIf(noPostgres)('replicas of the proxy over one PostgreSQL store', () => {
  it('continue the session of each other byte for byte, also after one was killed', async () => {
    const url = await newDatabase('replicas')
    const provider = await startProvider()
    onTestFinished(() => provider.close())
    const start = () =>
      startProxyProcess([
        '--upstream',
        provider.url,
        '--store',
        `${url}?spill=none`,
        '--port',
        '0',
        '--log',
        'json',
        '--metrics',
      ])
    const replicas: ProxyProcess[] = await Promise.all([start(), start()])
    let messages: readonly unknown[] = [{ role: 'user', content: 'Why does the nightly build fail?' }]
    for (let turn = 0; turn < 14; turn += 1)
      messages = withAnswer(messages, `cat log.${turn}`, longOutput(400 + turn))
    const lengths = requestLengths(messages)
    let before: readonly string[] = []
    let epochs = 0
    for (const [turn, length] of lengths.entries()) {
      if (turn === Math.floor(lengths.length / 2)) {
        replicas[0]?.child.kill('SIGKILL')
        replicas[0] = await start()
      }
      const replica = replicas[turn % 2] as ProxyProcess
      const answer = await fetch(`${replica.url}/v1/messages`, {
        method: 'POST',
        body: JSON.stringify({ model: 'claude', max_tokens: 9, messages: messages.slice(0, length) }),
      })
      expect(answer.status).toBe(200)
      await answer.text()
      const asked = provider.asked.at(-1) as Asked
      const sent = (asked.body.messages as readonly unknown[]).map(each => JSON.stringify(each))
      if (answer.headers.get('x-fovea-action') === 'epoch') epochs += 1
      else expect(sent.slice(0, before.length)).toEqual(before)
      before = sent
    }
    expect(epochs).toBeGreaterThan(0)
    const steps = replicas.flatMap(({ printed }) =>
      printed()
        .split('\n')
        .filter(line => line.startsWith('{'))
        .map(line => JSON.parse(line)),
    )
    expect(new Set(steps.map(({ session }) => session)).size).toBe(1)
    expect(steps.flatMap(({ notes = [] }) => notes)).toEqual([])
    for (const { url: place, child, ended } of replicas) {
      expect((await fetch(`${place}/fovea/ready`)).status).toBe(200)
      child.kill('SIGTERM')
      expect((await ended).code).toBe(0)
    }
  })
})
