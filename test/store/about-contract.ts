/** What every store must do with what is known of an original: its kind, its file and its time. */
import { describe, expect, it } from 'vitest'
import type { Original, Store } from '../../src/store/store.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { codeOf } from './error-of.ts'
import { originalOf } from './samples.ts'

export function describeAbout(storeOf: () => Store): void {
  describe('what originals are', () => {
    const about = { kind: 'file', path: 'src/a.ts', time: 1_767_225_600_000 }
    const file: Original = { ...originalOf('const a = 1'), about }
    const talk: Original = { ...originalOf('We talked.'), about: { kind: 'conversation' } }
    const plain = originalOf('Nobody knows.')

    it('is kept, and stays where nothing new is said of it', async () => {
      const store = storeOf()
      await store.put([plain, talk, file])
      await store.put([{ ...file, about: { kind: 'file' } }, originalOf('const a = 1')])
      await store.record({ originals: [originalOf('We talked.')], views: [] })
      expect((await store.newest(3)).map(each => each.about)).toEqual([about, talk.about, undefined])
    })

    it('is put together from what one call says of the same original', async () => {
      const store = storeOf()
      await store.put([
        { ...plain, about: { kind: 'result' } },
        { ...plain, about: { path: 'a.log' } },
      ])
      expect((await store.newest(1))[0]?.about).toEqual({ kind: 'result', path: 'a.log' })
    })

    it('limits a purge, which forgets it too', async () => {
      const store = storeOf()
      await store.put([file, talk, plain])
      await store.setState('session', 'head', 'still there', 0)
      expect((await store.previewPurge({ kind: 'file' })).originals).toBe(1)
      expect(await store.purge({ kind: 'file', handles: [handleOf(talk.hash)] })).toBe(0)
      expect(await store.purge({ kind: 'file', maxAge: 0, grace: 0, now: Date.now() + 60_000 })).toBe(1)
      expect(await codeOf(() => store.get(handleOf(file.hash)))).toBe('purged')
      expect((await store.newest(3)).map(each => each.about?.kind)).toEqual([undefined, 'conversation'])
      expect(await store.purge({ kind: 'nothing' })).toBe(0)
      expect(await store.stats()).toMatchObject({ originals: 2, purged: 1 })
      expect((await store.state('session', 'head'))?.value).toBe('still there')
      await store.put([originalOf('const a = 1')])
      expect((await store.newest(3)).map(each => each.about?.path)).not.toContain('src/a.ts')
    })
  })
}
