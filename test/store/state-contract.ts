/** What every store must do with the states of live sessions. */
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { originalOf, runOf } from './samples.ts'

export function describeStates(storeOf: () => Store, reopened: () => Promise<Store | undefined>): void {
  describe('states', () => {
    it('are what was written last, with how often that was', async () => {
      const store = storeOf()
      expect(await store.state('one', 'head')).toBeUndefined()
      expect(await store.setState('one', 'head', '{"a":"\\ud800 ☃"}', 0)).toBe(true)
      expect(await store.state('one', 'head')).toEqual({ version: 1, value: '{"a":"\\ud800 ☃"}' })
      expect(await store.setState('one', 'head', '', 1)).toBe(true)
      expect(await store.state('one', 'head')).toEqual({ version: 2, value: '' })
    })

    it('are not written over a version that was not read', async () => {
      const store = storeOf()
      expect(await store.setState('one', 'head', 'early', 1)).toBe(false)
      expect(await store.setState('one', 'head', 'first', 0)).toBe(true)
      expect(await store.setState('one', 'head', 'second', 0)).toBe(false)
      expect(await store.setState('one', 'head', 'third', 2)).toBe(false)
      expect(await store.state('one', 'head')).toEqual({ version: 1, value: 'first' })
    })

    it('belong to one session and one name', async () => {
      const store = storeOf()
      await store.setState('one', 'head', 'of one', 0)
      await store.setState('one', 'epoch', 'of an epoch', 0)
      await store.setState('two', 'head', 'of two', 0)
      expect((await store.state('one', 'head'))?.value).toBe('of one')
      expect((await store.state('one', 'epoch'))?.value).toBe('of an epoch')
      expect((await store.state('two', 'head'))?.value).toBe('of two')
      expect(await store.state('two', 'epoch')).toBeUndefined()
    })

    it('outlive being closed, where the store lies on a disk', async () => {
      await storeOf().setState('one', 'head', 'kept', 0)
      const store = await reopened()
      if (store !== undefined) expect(await store.state('one', 'head')).toEqual({ version: 1, value: 'kept' })
    })

    it('are forgotten with their session, and with any original that it used', async () => {
      const store = storeOf()
      const sessions = ['one', 'two', 'three']
      const left = async () => {
        const states = await Promise.all(sessions.map(async session => store.state(session, 'head')))
        return sessions.filter((_, index) => states[index] !== undefined)
      }
      for (const session of sessions) await store.setState(session, 'head', session, 0)
      await store.record(runOf(['shared', 'own'], 'two'))
      await store.purge({ session: 'one' })
      expect(await left()).toEqual(['two', 'three'])
      await store.purge({ handles: [handleOf(originalOf('own').hash)] })
      expect(await left()).toEqual(['three'])
      await store.purge({ everything: true })
      expect(await left()).toEqual([])
    })
  })
}
