import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import type { PgClient, PgPool } from '../../../src/store/postgres/postgres-store.ts'
import { workerPresence } from '../../../src/tools/batch/worker-presence.ts'

/** A pool whose connections count how often they are given back. */
function fakePool(answer: (text: string, at: number) => void = () => {}) {
  const clients: (EventEmitter & { released: number })[] = []
  const connect = async () => {
    const at = clients.length
    const client = Object.assign(new EventEmitter(), {
      released: 0,
      release: () => {
        client.released += 1
      },
      query: async ({ text }: { text: string }) => {
        answer(text, at)
        return { rows: [] }
      },
    })
    clients.push(client)
    return client as unknown as PgClient
  }
  return { clients, pool: { connect } as PgPool }
}

it('gives back each connection once, also where a broken one reports several errors', async () => {
  const { clients, pool } = fakePool()
  const presence = await workerPresence(pool)
  clients[0]?.emit('error')
  await presence.lost()
  clients[0]?.emit('error')
  await presence.leave()
  expect(clients.map(({ released }) => released)).toEqual([1, 1])
  clients[1]?.emit('error')
  expect(clients.map(({ released }) => released)).toEqual([1, 1])
})

it('gives back a connection that cannot take the locks, and takes them with the next', async () => {
  const { clients, pool } = fakePool((text, at) => {
    if (text.includes('pg_advisory_lock') && at === 1) throw new Error('refused')
  })
  const presence = await workerPresence(pool)
  presence.announce('one')
  clients[0]?.emit('error')
  await expect(presence.lost()).rejects.toThrow('refused')
  await expect(presence.lost()).resolves.toEqual([])
  await presence.leave()
  expect(clients.map(({ released }) => released)).toEqual([1, 1, 1])
})

it('asks the next connection after one failed that never reported an error', async () => {
  const { clients, pool } = fakePool((text, at) => {
    if (text.includes('locked_by') && at === 0) throw new Error('not queryable')
  })
  const presence = await workerPresence(pool)
  await expect(presence.lost()).rejects.toThrow('not queryable')
  await expect(presence.lost()).resolves.toEqual([])
  await presence.leave()
  expect(clients.map(({ released }) => released)).toEqual([1, 1])
})
