/** What every store must do with rules of retention. Ages are made by waiting: a store has its own clock. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Store, StoreStep } from '../../src/store/store.ts'
import { takeSteps } from '../../src/store/store-steps.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { codeOf, errorOf } from './error-of.ts'
import { noise, originalOf, runOf } from './samples.ts'

const named = (text: string) => handleOf(originalOf(text).hash)

export function describeRetention(storeOf: () => Store): void {
  describe('retention', () => {
    const left = async (...texts: readonly string[]) => {
      const found: string[] = []
      for (const text of texts) if ((await codeOfGet(named(text))) === 'available') found.push(text)
      return found
    }
    const codeOfGet = async (handle: string) => {
      try {
        await storeOf().get(handle)
        return 'available'
      } catch (error) {
        return (error as { code: string }).code
      }
    }
    /** A time after all that happened and before all that will. */
    const mark = async () => {
      await sleep(5)
      const time = Date.now()
      await sleep(5)
      return time
    }

    it('by age purges sessions that were not used since, as a whole', async () => {
      const store = storeOf()
      await store.record(runOf(['old', 'shared'], 'one'))
      await store.setState('one', 'head', 'state', 0)
      await store.record(runOf(['kept since its session goes on'], 'two'))
      await store.put([originalOf('old and of no session')])
      const now = await mark()
      await store.record(runOf(['new', 'shared'], 'two'))
      const expected = { originals: 2, bytes: 'oldold and of no session'.length }
      expect(await store.previewPurge({ maxAge: 0, grace: 0, now })).toMatchObject(expected)
      expect(await store.purge({ maxAge: 0, grace: 0, now })).toBe(2)
      expect(
        await left('old', 'shared', 'kept since its session goes on', 'old and of no session', 'new'),
      ).toEqual(['shared', 'kept since its session goes on', 'new'])
      expect(await store.state('one', 'head')).toBeUndefined()
      expect((await store.receipts()).map(({ session }) => session)).toEqual(['two', 'two'])
      expect((await store.stats()).tokensSaved).toBe(180)
      expect(await store.verify()).toMatchObject({ corrupt: [], problems: [] })
      expect(await store.purge({ maxAge: 0, grace: 0, now })).toBe(0)
    })

    it('counts storing the same bytes again as use', async () => {
      const store = storeOf()
      await store.put([originalOf('stored twice'), originalOf('stored once')])
      const now = await mark()
      await store.put([originalOf('stored twice')])
      expect(await store.purge({ maxAge: 0, grace: 0, now })).toBe(1)
      expect(await left('stored twice', 'stored once')).toEqual(['stored twice'])
    })

    it('counts a state that is written as use of its session', async () => {
      const store = storeOf()
      await store.record(runOf(['of a live session'], 'live'))
      const now = await mark()
      await store.setState('live', 'head', 'still here', 0)
      expect(await store.purge({ maxAge: 0, grace: 0, now })).toBe(0)
    })

    it('by size purges the least recently used session first, and no more than it must', async () => {
      const store = storeOf()
      const big = (seed: number) => originalOf(noise(300_000).map(byte => byte ^ seed))
      for (const index of [1, 2, 3, 4]) {
        const session = { id: `session ${index}` }
        await store.record({ originals: [big(index)], views: [], session })
        await sleep(5)
      }
      await store.record({ originals: [], views: [], session: { id: 'session 1' } })
      const report = await takeSteps(store.purgeSteps({ maxBytes: 800_000, grace: 0 }))
      expect(report.originals).toBe(2)
      expect(report.storeBytes).toBeLessThanOrEqual(800_000)
      expect(report.freedBytes).toBeGreaterThan(500_000)
      const gone = []
      for (const index of [1, 2, 3, 4])
        if ((await codeOfGet(handleOf(big(index).hash))) === 'purged') gone.push(index)
      expect(gone).toEqual([2, 3])
      expect(await store.verify()).toMatchObject({ corrupt: [], problems: [] })
    })

    it('keeps what was used within the grace period, by default an hour', async () => {
      const store = storeOf()
      await store.record(runOf(['in use'], 'one'))
      await store.put([originalOf('just stored')])
      await sleep(5)
      expect(await store.purge({ maxAge: 0, maxBytes: 0 })).toBe(0)
      expect(await store.previewPurge({ maxBytes: 0 })).toMatchObject({ originals: 0, freedBytes: 0 })
      expect(await store.purge({ maxAge: 0, maxBytes: 0, grace: 1 })).toBe(2)
    })

    it('within a session or among handles leaves all others alone', async () => {
      const store = storeOf()
      for (const name of ['one', 'two']) await store.record(runOf([`of ${name}`, `more of ${name}`], name))
      await sleep(5)
      expect(await store.purge({ maxAge: 0, grace: 0, session: 'one', handles: [named('of one')] })).toBe(1)
      expect(await store.purge({ maxAge: 0, grace: 0, session: 'one' })).toBe(1)
      expect(await left('of one', 'more of one', 'of two', 'more of two')).toEqual(['of two', 'more of two'])
    })

    it('leaves a tombstone that says when and by which rule', async () => {
      const store = storeOf()
      const before = Date.now()
      const reasons = { aged: 'age', named: 'handle', session: 'session', rest: 'everything' } as const
      await store.put([originalOf('aged')])
      await sleep(5)
      await store.purge({ maxAge: 1, grace: 0 })
      await store.put([originalOf('named'), originalOf('rest')])
      await store.record(runOf(['session'], 'one'))
      await store.purge({ handles: [named('named')] })
      await store.purge({ session: 'one' })
      await store.purge({ everything: true })
      for (const [text, reason] of Object.entries(reasons)) {
        const error = await errorOf(() => store.get(named(text)))
        expect(error.code).toBe('purged')
        expect(error.tombstone?.reason).toBe(reason)
        expect(error.tombstone?.at).toBeGreaterThanOrEqual(before)
        expect(error.message).toContain(new Date(error.tombstone?.at ?? 0).toISOString())
      }
    })

    it.each([{ maxAge: -1 }, { maxBytes: Number.NaN }, { grace: -5, everything: true as const }])(
      'refuses %j',
      async filter => {
        expect(await codeOf(() => storeOf().purge(filter))).toBe('invalid-option')
        expect(await codeOf(() => storeOf().previewPurge(filter))).toBe('invalid-option')
      },
    )

    it('shows what a plain purge would do and changes nothing', async () => {
      const store = storeOf()
      await store.record(runOf(['own', 'shared'], 'one'))
      await store.record(runOf(['shared'], 'two'))
      expect(await store.previewPurge({ session: 'one' })).toMatchObject({ originals: 1, bytes: 3 })
      expect(await store.previewPurge({ everything: true })).toMatchObject({ originals: 2, bytes: 9 })
      expect(await store.previewPurge({ handles: [named('own')] })).toMatchObject({ originals: 1 })
      expect((await store.stats()).originals).toBe(2)
    })
  })

  describe('steps', () => {
    it('lead to what the whole leads to, and say how far they are', async () => {
      const store = storeOf()
      await store.put(Array.from({ length: 100 }, (_, index) => originalOf(`text ${index}`)))
      const seen: StoreStep[] = []
      const options = { onStep: (step: StoreStep) => void seen.push(step) }
      expect(await takeSteps(store.verifySteps(), options)).toEqual({
        checked: 100,
        corrupt: [],
        problems: [],
      })
      expect(
        seen.some(({ phase, done, total }) => phase === 'originals' && done === 100 && total === 100),
      ).toBe(true)
      const report = await takeSteps(store.purgeSteps({ everything: true }), options)
      expect(report).toMatchObject({ originals: 100 })
      expect((await store.stats()).originals).toBe(0)
    })

    it('may be left at any point, and the store is sound', async () => {
      const store = storeOf()
      await store.record(
        runOf(
          Array.from({ length: 50 }, (_, index) => `text ${index}`),
          'one',
        ),
      )
      const once = () => {
        const stop = new AbortController()
        return { signal: stop.signal, onStep: () => stop.abort(new Error('enough')) }
      }
      await expect(takeSteps(store.verifySteps(), once())).rejects.toThrow('enough')
      await expect(takeSteps(store.purgeSteps({ everything: true }), once())).rejects.toThrow('enough')
      expect(await store.verify()).toMatchObject({ corrupt: [], problems: [] })
      await store.purge({ everything: true })
      expect((await store.stats()).originals).toBe(0)
    })

    it('compact to the same content', async () => {
      const store = storeOf()
      await store.record(runOf(['one', 'two', 'three'], 'one'))
      await store.purge({ handles: [named('two')] })
      expect(await takeSteps(store.compactSteps())).toMatchObject({ originals: 0 })
      expect(await store.stats()).toMatchObject({ originals: 2, purged: 1, receipts: 1 })
      expect(await store.verify()).toMatchObject({ corrupt: [], problems: [] })
    })
  })
}
