/** What search must do in every store. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { codeOf } from './error-of.ts'
import { originalOf, runOf } from './samples.ts'

const texts = {
  typescript: 'import { auth } from "./auth_token.ts"\nconst host = "redis-prod-001"\n',
  chinese: '第一行\n服务器内存不足，进程退出\n',
  quoted: 'he wrote "quoted and went on',
  operators: 'a* OR b NOT c',
  percent: 'LIKE %_ matches',
  emoji: 'deployed 🚀🚀🚀 at last 👩‍🚀',
  greek: 'Ο ΔΡΟΜΟΣ ΤΗΣ ΕΠΙΣΤΡΟΦΗΣ',
  turkish: 'İSTANBUL calling',
  nul: 'before\0after',
}

export function describeSearch(current: () => Store): void {
  describe('search', () => {
    const put = (all: readonly string[]) => current().put(all.map(text => originalOf(text)))
    const found = async (query: string, options = {}) =>
      (await current().search(query, options)).map(({ handle }) => handle)
    const named = (text: string) => handleOf(originalOf(text).hash)

    it.each([
      ['auth_token.ts', texts.typescript],
      ['redis-prod-001', texts.typescript],
      ['AUTH_Token', texts.typescript],
      ['host import', texts.typescript],
      ['内存', texts.chinese],
      ['内存不足', texts.chinese],
      ['退', texts.chinese],
      ['"quoted', texts.quoted],
      ['a* OR b', texts.operators],
      ['%_', texts.percent],
      ['🚀', texts.emoji],
      ['🚀🚀🚀', texts.emoji],
      ['👩‍🚀', texts.emoji],
      ['δρομος', texts.greek],
      ['ΔΡΌΜΟΣ', undefined],
      ['istanbul', texts.turkish],
      ['after', texts.nul],
      ['beforeafter', undefined],
      ['host absent', undefined],
      ['search : NEAR(', undefined],
      ["'; DROP TABLE original; --", undefined],
    ])('%j', async (query, expected) => {
      await put(Object.values(texts))
      expect(await found(query)).toEqual(expected === undefined ? [] : [named(expected)])
    })

    it('finds exactly the texts that hold the query, whatever it is made of', async () => {
      const characters = fc.constantFrom(
        'a',
        'B',
        'b',
        '"',
        '*',
        '-',
        '内',
        '存',
        '🚀',
        'ς',
        'İ',
        '(',
        ':',
        '^',
      )
      const words = fc.string({ unit: characters, minLength: 1, maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(words, { minLength: 1, maxLength: 6 }), words, async (all, query) => {
          await current().purge({ everything: true })
          await put(all)
          const fold = (text: string) =>
            Array.from(text, character =>
              character === 'İ' ? 'i' : character === 'ς' ? 'σ' : character.toLowerCase(),
            ).join('')
          const expected = all.filter(text => fold(text).includes(fold(query))).map(named)
          expect((await found(query)).sort()).toEqual(expected.sort())
        }),
        { numRuns: 40 },
      )
    })

    it.each(['', '   ', '\n\t', '\0'])('refuses the empty query %j', async query => {
      expect(await codeOf(() => current().search(query))).toBe('invalid-option')
    })

    it('refuses endless queries and senseless limits', async () => {
      expect(await codeOf(() => current().search('x'.repeat(1001)))).toBe('invalid-option')
      for (const limit of [0, -1, 1.5, Number.NaN])
        expect(await codeOf(() => current().search('x', { limit }))).toBe('invalid-option')
    })

    it('finds a long line by all of it', async () => {
      const line = Array.from({ length: 90 }, (_, index) => `part${index}`).join('/')
      await put([line, line.replace('part45', 'port45')])
      expect(await found(line)).toEqual([named(line)])
    })

    it('says the line and shows it', async () => {
      await put([`first\nsecond needle line\r\nthird needle`])
      expect(await current().search('NEEDLE')).toEqual([
        {
          handle: named('first\nsecond needle line\r\nthird needle'),
          line: 2,
          snippet: 'second needle line',
          size: 38,
        },
      ])
    })

    it.each(['log("disk', 'C:\\Users\\me', '"full"', 'say("'])(
      'finds %j in strings of JSON too',
      async query => {
        const plain = 'log("disk is "full" at C:\\Users\\me"); say("x")'
        const once = JSON.stringify([{ role: 'user', content: plain }])
        const twice = JSON.stringify([{ arguments: JSON.stringify({ cmd: plain }) }])
        await put([plain, once, twice])
        expect((await found(query)).sort()).toEqual([plain, once, twice].map(named).sort())
        await current().record(runOf([once], 'one'))
        expect(await found(query, { session: 'one' })).toEqual([named(once)])
      },
    )

    it('shows where the words are closest together', async () => {
      const text = `request ${'x '.repeat(100)}took 55 ms id=f2507\nrequest 7 took 250 ms`
      const oneLine = JSON.stringify([text])
      await put([text, oneLine])
      const [first, second] = await current().search('took 250 ms')
      expect([first?.snippet, second?.snippet]).toEqual([
        expect.stringContaining('took 250 ms'),
        expect.stringContaining('took 250 ms'),
      ])
      expect((await current().search('ms 250')).map(({ line }) => line).sort()).toEqual([1, 2])
    })

    it('ranks texts first in which the words are together', async () => {
      const together = `${'hay '.repeat(40)}nil pointer dereference`
      const apart = `nil ${'hay '.repeat(20)}pointer pointer ${'hay '.repeat(19)}dereference`
      await put([together, apart])
      expect(await found('nil pointer dereference')).toEqual([together, apart].map(named))
      expect(await found('dereference nil pointer')).toEqual([together, apart].map(named))
    })

    it('prefers a line that holds all words', async () => {
      await put(['alpha\nbeta\nbeta then alpha\n'])
      expect((await current().search('alpha beta'))[0]).toMatchObject({ line: 3, snippet: 'beta then alpha' })
    })

    it('ranks texts that say it more often and more briefly first', async () => {
      const often = 'needle needle needle'
      const once = 'a needle in some hay'
      const long = `needle ${'hay '.repeat(300)}`
      await put([long, often, once])
      expect(await found('needle')).toEqual([often, once, long].map(named))
      expect(await found('needle', { limit: 1 })).toEqual([named(often)])
    })

    it('shows the newest first among equals', async () => {
      await put(['needle 1', 'needle 2', 'needle 3'])
      expect(await found('needle')).toEqual(['needle 3', 'needle 2', 'needle 1'].map(named))
    })

    it('can keep to one session', async () => {
      await current().record(runOf(['needle one', 'needle both'], 'one'))
      await current().record(runOf(['needle two', 'needle both'], 'two'))
      expect((await found('needle', { session: 'one' })).sort()).toEqual(
        ['needle one', 'needle both'].map(named).sort(),
      )
      expect(await found('ne', { session: 'two' })).toHaveLength(2)
      expect(await found('needle', { session: 'three' })).toEqual([])
    })

    it('does not look into binary originals', async () => {
      await current().put([originalOf(new Uint8Array([0xff, ...Buffer.from(' needle')]))])
      expect(await found('needle')).toEqual([])
      expect(await found('ne')).toEqual([])
    })

    describe('with masked texts', () => {
      const secret = 'login with token=hunter2hunter2 please'
      const masked = 'login with token=******** please'

      it('neither finds nor shows what is masked', async () => {
        await current().put([originalOf(secret, masked)])
        expect(await found('hunter2')).toEqual([])
        expect(await found('hu')).toEqual([])
        expect((await current().search('login'))[0]?.snippet).toBe(masked)
        expect((await current().verify()).problems).toEqual([])
      })

      it('masks what was stored unmasked, and never the other way round', async () => {
        await current().put([originalOf(secret)])
        expect(await found('hunter2')).toHaveLength(1)
        await current().put([originalOf(secret, masked)])
        expect(await found('hunter2')).toEqual([])
        await current().put([originalOf(secret)])
        expect(await found('hunter2')).toEqual([])
        expect((await current().search('please'))[0]?.snippet).toBe(masked)
        expect((await current().verify()).problems).toEqual([])
      })

      it('may hide everything', async () => {
        await current().put([originalOf(secret, '')])
        expect(await found('login')).toEqual([])
        expect(await found('lo')).toEqual([])
      })
    })
  })
}
