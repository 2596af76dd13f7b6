import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createProxy } from '../../../src/doors/proxy/index.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { originalOf } from '../../store/samples.ts'
import { eventually, startPair } from './start-proxy.ts'

it('forgets by the rules of retention while the proxy runs, and says so in its log', async () => {
  const store = memoryStore()
  store.put([originalOf('soon too old')])
  await sleep(5)
  const lines: string[] = []
  await startPair({
    store,
    retention: { maxAge: 1, grace: 0, every: 20 },
    log: line => void lines.push(line),
  })
  await eventually(() => store.stats().originals === 0)
  await eventually(() => lines.length > 0)
  expect(lines[0]).toMatch(/^retention: 1 originals purged/)
})

it('goes on where a purge fails, and ends with the proxy', async () => {
  const store = memoryStore()
  let tries = 0
  const failing = {
    ...store,
    purgeSteps: () => {
      tries += 1
      throw new Error('the store is locked')
    },
  }
  const lines: string[] = []
  const proxy = createProxy({
    store: failing,
    retention: { maxAge: 1, every: 5 },
    log: line => void lines.push(line),
  })
  await eventually(() => tries > 2)
  await proxy.close()
  const after = tries
  await sleep(30)
  expect(tries).toBe(after)
  expect(lines[0]).toBe('retention: the store is locked')
})

it('refuses rules that make no sense before it starts', () => {
  expect(() => createProxy({ retention: { maxAge: -1 } })).toThrow(/maxAge is -1/)
  expect(() => createProxy({ retention: {} })).toThrow(/Say what to purge/)
})
