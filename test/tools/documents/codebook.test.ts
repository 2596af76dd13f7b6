import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FoveaError } from '../../../src/errors.ts'
import { exactCounter } from '../../../src/tokens/tokens.ts'
import { buildCodebook, extendCodebook } from '../../../src/tools/documents/build-codebook.ts'
import {
  type Codebook,
  checkCodebook,
  codebookName,
  emptyCodebook,
  extendsCodebook,
  mergeCodebooks,
  parseCodebook,
  replacingCodebook,
  writeCodebook,
} from '../../../src/tools/documents/codebook.ts'
import { codePool, codeProblem, freeCodes } from '../../../src/tools/documents/codes.ts'
import { decodeText, encodeText } from '../../../src/tools/documents/encode-text.ts'
import { resolve, substitute } from '../../../src/tools/documents/substitute.ts'
import { anyText, document, runs } from './documents.ts'

const book = (entries: Readonly<Record<string, string>>): Codebook => ({ version: 1, entries })

const invalid = expect.objectContaining({ code: 'invalid-option' })

function thrownBy(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return FoveaError.isInstance(error) ? error : `not a FoveaError: ${String(error)}`
  }
  return undefined
}

describe('codes', () => {
  it('of the pool are never to be mistaken, and the first are one token each', () => {
    expect(codeProblem(codePool)).toBeUndefined()
    const counter = exactCounter()
    expect(codePool.slice(0, 30).every(code => counter.count(code) === 1)).toBe(true)
    expect(codePool.every(code => counter.count(code) <= 3)).toBe(true)
  })

  it('are free where the text has none of them', () => {
    const text = 'costs $A or $SX, see § and βeta'
    const free = freeCodes(text)
    expect(free).toEqual(codePool.filter(code => !text.includes(code)))
    expect(free).not.toContain('$SX')
    expect(free).toContain('$SA')
  })

  it('are free where they do not disturb those of another book', () => {
    expect(freeCodes('', ['$A1', '$Q'])).not.toContain('$A')
    expect(freeCodes('', ['$A1', '$Q'])).not.toContain('$Q')
    expect(freeCodes('', ['$A1', '$Q'])).toContain('$B')
  })
})

describe('a codebook', () => {
  const seed =
    '{ "version": 1, "entries": { "$A1": "example_user", "$A2": "10.0.1", "$A3": "server_key.pem" } }'

  it('is read and written in the form that is known', () => {
    const read = parseCodebook(seed)
    expect(read).toEqual(JSON.parse(seed))
    expect(parseCodebook(writeCodebook(read))).toEqual(read)
    const text = '- user: example_user\n- SSH: ssh -i ~/.ssh/server_key.pem deploy@10.0.1.2\n- IP: 10.0.1.1'
    const coded = substitute(text, read)
    expect(coded.text).toBe('- user: $A1\n- SSH: ssh -i ~/.ssh/$A3 deploy@$A2.2\n- IP: $A2.1')
    expect(resolve(coded.text, read)).toBe(text)
  })

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['another version', '{"version":2,"entries":{}}'],
    ['no entries', '{"version":1}'],
    ['an entry that is no text', '{"version":1,"entries":{"$A":1}}'],
    ['an empty phrase', '{"version":1,"entries":{"$A":""}}'],
    ['an empty code', '{"version":1,"entries":{"":"x"}}'],
    ['a word for a code', '{"version":1,"entries":{"A1":"x"}}'],
    ['a number for a code, which would not keep its place', '{"version":1,"entries":{"1":"x"}}'],
    ['a code that begins another', '{"version":1,"entries":{"$A1":"x","$A10":"y"}}'],
    ['a code within another', '{"version":1,"entries":{"§":"x","$§":"y"}}'],
    ['the sign of the escape', '{"version":1,"entries":{"¬a":"x"}}'],
    ['half a character', '{"version":1,"entries":{"\\ud83d":"x"}}'],
    ['a prototype', '{"version":1,"entries":{"__proto__":"x"}}'],
  ])('is refused: %s', (_, json) => {
    expect(thrownBy(() => parseCodebook(json))).toEqual(invalid)
  })

  const deploy = book({ $AA: 'deploy the gateway server now.' })

  it.each([
    [deploy, '$AA'],
    [deploy, 'buy $AAPL stock'],
    [deploy, '```sh\necho $AA\n```\ndeploy the gateway server now.'],
    [deploy, 'a\u0000DLR\u0000b deploy the gateway server now. ¬ ¬¬$AA ¬'],
    [book({ $AA: 'foo bar baz', $AB: 'AA qux' }), 'foo bar baz qux qux AA qux'],
    [book({ $AA: 'x $AB y', $AB: 'phrase' }), 'literal x $AB y phrase here'],
    [book({ $AA: '$HOME/bin' }), '$HOME/bin dir'],
    [book({ $A1: 'foobarbaz', $A2: 'quxquxqux' }), 'foobarbaz1 foobarbazA quxquxqux2 $A foobarbaz'],
    [book({ $A2: '10.0.1' }), '10.0.1.110.0.1.2 110.0.1.1'],
  ])('gives every text back: %j, %j', (given, text) => {
    expect(resolve(substitute(text, given).text, given)).toBe(text)
  })

  it('with codes of which one begins another is refused, not guessed at', () => {
    expect(thrownBy(() => checkCodebook(book({ $AA: 'foobarbaz', $AAA: 'quxquxqux' })))).toEqual(invalid)
    expect(thrownBy(() => encodeText('foobarbazA', { codebook: book({ $AA: 'a', $AAA: 'b' }) }))).toEqual(
      invalid,
    )
  })

  it('gives any text back with any phrases', () => {
    const phrase = fc.oneof(
      anyText,
      fc.constantFrom('A', '$', '§', '¬', 'foo bar', '10.0.1', ' ', '\n', '$A1 x'),
    )
    const codes = ['$A1', '$A2', '§', '¿x', '$B', '🚀'] as const
    let used = 0
    fc.assert(
      fc.property(
        fc.array(phrase, { maxLength: 6 }),
        fc.oneof(document, anyText),
        fc.nat(),
        (phrases, text, place) => {
          const part = text.slice(place % (text.length + 1)).slice(0, 9)
          const given = book(
            Object.fromEntries(
              [...phrases, part]
                .filter(each => each !== '')
                .slice(-6)
                .map((each, at) => [codes[at], each]),
            ),
          )
          const coded = substitute(text, checkCodebook(given))
          if (coded.uses.some(uses => uses > 0)) used += 1
          expect(resolve(coded.text, given)).toBe(text)
        },
      ),
      { numRuns: runs },
    )
    expect(used).toBeGreaterThan(runs / 10)
  })
})

describe('the codebook of a workspace', () => {
  const notes = Array.from(
    { length: 9 },
    (_, at) => `- deploy@gateway-server-01.example.org runs service ${at * at}`,
  ).join('\n')
  const more = Array.from(
    { length: 9 },
    (_, at) => `- the billing database ledger_entries_v2 has ${at * 31} rows`,
  ).join('\n')
  const built = buildCodebook([notes, 'nothing here', notes.replaceAll('service', 'job')])

  it('is built from all texts and pays for itself', () => {
    const counter = exactCounter()
    expect(Object.values(built.entries).some(phrase => phrase.includes('gateway-server-01'))).toBe(true)
    const coded = counter.count(substitute(notes, built).text) * 2 + counter.count(writeCodebook(built))
    expect(coded).toBeLessThan(counter.count(notes) * 2)
    expect(buildCodebook(['nothing', 'repeats'])).toEqual(emptyCodebook)
  })

  it('encodes a text without a legend, and decodes it', () => {
    const result = encodeText(notes, { codebook: built, techniques: [] })
    expect(result.encoded && result.steps.map(({ step }) => step)).toEqual(['codebook'])
    expect(decodeText(result.text, { codebook: built })).toBe(notes)
    expect(thrownBy(() => decodeText(result.text))).toMatchObject({ code: 'not-found' })
    expect(thrownBy(() => decodeText(result.text, { codebook: emptyCodebook }))).toMatchObject({
      code: 'not-found',
    })
    const [code = ''] = Object.keys(built.entries)
    const other = book({ ...built.entries, [code]: 'something else' })
    expect(thrownBy(() => decodeText(result.text, { codebook: other }))).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('another codebook'),
    })
    expect(encodeText(result.text)).toMatchObject({ encoded: false, why: 'already-encoded' })
  })

  it('only grows: what was encoded with it is decoded by what it becomes, even where a text uses the new codes', () => {
    const [next = ''] = freeCodes(notes, Object.keys(built.entries))
    const text = `${notes}\nprice: ${next}`
    const result = encodeText(text, { codebook: built, techniques: [] })
    const extended = extendCodebook(built, [notes, more])
    expect(Object.keys(extended.entries)).toContain(next)
    expect(extendsCodebook(extended, built)).toBe(true)
    expect(decodeText(result.text, { codebook: extended })).toBe(text)
    expect(extendCodebook(built, [notes])).toBe(built)
  })

  it('is named in the first line of a text, with the place where it is', () => {
    const name = codebookName(built)
    const first = (text: string): string => text.slice(0, text.indexOf('\n'))
    const { text } = encodeText(notes, { codebook: built, techniques: [], codebookFile: 'docs/codes.json' })
    expect(first(text)).toMatch(new RegExp(`: \\d+ codes of codebook ${name} in docs/codes\\.json$`))
    expect(decodeText(text, { codebook: built })).toBe(notes)
    expect(thrownBy(() => decodeText(text))).toMatchObject({
      message: expect.stringMatching(new RegExp(`codebook ${name} of \\d+ entries \\(docs/codes\\.json\\)`)),
    })
    const odd = encodeText(notes, { codebook: built, techniques: [], codebookFile: 'a; b\nc' }).text
    expect(first(odd)).toMatch(new RegExp(`codebook ${name}$`))
    expect(decodeText(odd, { codebook: built })).toBe(notes)
  })

  it('still decodes a text of an earlier release, which does not name it', () => {
    const { text } = encodeText(notes, { codebook: built, techniques: [] })
    const earlier = text.replace(/codes of codebook [0-9a-f]{6}/, 'codes of the codebook')
    expect(earlier).not.toBe(text)
    expect(decodeText(earlier, { codebook: built })).toBe(notes)
  })

  it('shares no code with the legend of a text, nor does what it becomes', () => {
    const { text } = encodeText(`${notes}\n${more}`, { codebook: built })
    expect(text).toMatch(/codes of codebook .*lines of short forms/)
    const lines = Number(/(\d+) lines of short forms/.exec(text)?.[1])
    const legend = text.split('\n').slice(1, 1 + lines)
    const local = legend.map(line => line.slice(0, line.indexOf(' '))).filter(Boolean)
    expect(local.length).toBeGreaterThan(0)
    const grown = extendCodebook(built, [more, `${more.replaceAll('billing', 'shipping')}`])
    const merged = mergeCodebooks(grown, book({ $A: 'one of two', '§': 'two of two' }))
    expect(Object.keys(merged.entries).length).toBeGreaterThan(Object.keys(built.entries).length)
    for (const code of local) expect(Object.keys(merged.entries)).not.toContain(code)
    expect(decodeText(text, { codebook: merged })).toBe(`${notes}\n${more}`)
  })

  it('learns nothing from encoded texts', () => {
    const encoded = encodeText(notes, { codebook: built, techniques: [] }).text
    expect(extendCodebook(built, [encoded, encoded, encoded])).toBe(built)
  })

  it('is never replaced by one that lacks what it says', () => {
    const extended = extendCodebook(built, [more])
    expect(replacingCodebook(built, extended)).toBe(extended)
    expect(thrownBy(() => replacingCodebook(extended, built))).toEqual(invalid)
    expect(thrownBy(() => replacingCodebook(built, buildCodebook([more])))).toEqual(invalid)
  })

  it('is merged with another by adding what is new, under codes that are free', () => {
    const merged = mergeCodebooks(
      book({ $A: 'one', '§': 'two' }),
      book({ $A: 'three', '†': 'two', '¶': 'four' }),
    )
    expect(extendsCodebook(merged, book({ $A: 'one', '§': 'two' }))).toBe(true)
    expect(Object.values(merged.entries)).toEqual(['one', 'two', 'four', 'three'])
    expect(merged.entries['¶']).toBe('four')
    expect(checkCodebook(merged)).toBe(merged)
  })
})
