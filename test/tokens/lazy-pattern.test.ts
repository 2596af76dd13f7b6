import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formOf, lazyPattern } from '../../src/tokens/lazy-pattern.ts'

const sources: readonly (readonly [source: string, flags: string])[] = [
  [String.raw`^\W{0,3}(?:well|no[,.!])[,.! ]{0,3}[^\n]{0,20}\bnot(?![\p{L}\p{N}])|scratch that`, 'giu'],
  [String.raw`\p{Lu}?\p{Ll}{3,}|\p{Lu}{4,}`, 'gu'],
  [String.raw`\p{Lu}|[\p{Ll}x]`, 'giu'],
  [String.raw`(?<![\p{L}\p{N}_./#-])\p{N}[\p{N}.,:]{0,20}(?![\p{L}\p{N}_])`, 'gu'],
  [String.raw`[^\p{L}\s]{1,4}[\p{L}\p{M}'’-]+\p{M}?|.{3}\p{Lo}|\p{Lm}`, 'gu'],
  [String.raw`[\p{sc=Han}\p{L}]{2,}|\p{Cc}`, 'gu'],
]
const patterns = sources.map(([source, flags]) => ({
  pattern: lazyPattern(source, flags),
  full: new RegExp(source, flags),
}))
const plainSigns = [
  '–',
  '’',
  '“',
  '…',
  '→',
  '≠',
  '─',
  '■',
  '✅',
  '⚠\ufe0f',
  'é',
  'ÿ',
  'ß',
  'µ',
  'ª',
  '¼',
  '×',
  'слово',
  'Да',
  '陈思远：',
  'テスト',
  'です',
]
const textOf = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.string({ unit: 'binary-ascii', maxLength: 6 }), ...parts), { maxLength: 12 })
    .map(said => said.join(''))
const plainText = textOf(fc.constantFrom(...plainSigns))
const picturedText = textOf(fc.constantFrom(...plainSigns), fc.constantFrom('🙂', '🤔', '👍🏽', '🏁'))

describe('lazyPattern', () => {
  test('matches the same without looking at properties where all letters are of common scripts', () => {
    fc.assert(
      fc.property(plainText, text => {
        for (const { pattern, full } of patterns) {
          expect(pattern(text).unicode).toBe(false)
          expect(text.replace(pattern(text), '<$&>')).toBe(text.replace(full, '<$&>'))
        }
      }),
    )
  })

  test('matches the same beside pictures, each of which is one character', () => {
    fc.assert(
      fc.property(picturedText, text => {
        for (const { pattern, full } of patterns) {
          expect(pattern(text).source).not.toContain('\\p')
          expect(text.replace(pattern(text), '<$&>')).toBe(text.replace(full, '<$&>'))
        }
      }),
    )
  })

  test('takes the whole pattern for other texts, and where nothing is known of the text', () => {
    const word = lazyPattern(String.raw`^\p{L}+$`, 'u')
    expect(word('λόγος').test('λόγος')).toBe(true)
    expect(word('𐐷').test('𐐷')).toBe(true)
    expect(word().source).toContain('\\p{L}')
  })

  test('keeps what has no plain form', () => {
    for (const source of [String.raw`\P{L}`, String.raw`\p{P}`, String.raw`\u{1f600}?x`, '😀?x'])
      expect(lazyPattern(source, 'u')('x').unicode).toBe(true)
  })

  test('knows each character of plain and pictured texts by its properties', () => {
    const properties = [
      'L',
      'Lu',
      'Ll',
      'Lm',
      'Lo',
      'M',
      'N',
      'Cc',
      'sc=Han',
      'sc=Cyrillic',
      'sc=Hiragana',
      'sc=Katakana',
    ]
    const compared = properties.map(name => ({
      pattern: lazyPattern(`[\\p{${name}}]`, 'u'),
      full: new RegExp(`\\p{${name}}`, 'u'),
    }))
    const differing: string[] = []
    for (let code = 0; code < 0x20000; code += 1) {
      const character = String.fromCodePoint(code)
      if (formOf(character) === 'any') continue
      for (const { pattern, full } of compared)
        if (pattern(character).test(character) !== full.test(character))
          differing.push(`${code} ${full.source}`)
    }
    expect(differing).toEqual([])
  })

  test('ignores case as a pattern with `u` does', () => {
    const differing: string[] = []
    const codes = Array.from({ length: 0x500 }, (_, code) => code).filter(
      code => formOf(String.fromCharCode(code)) === 'plain',
    )
    for (const code of codes) {
      const escaped = `\\u${code.toString(16).padStart(4, '0')}`
      const [plain, full] = [new RegExp(escaped, 'i'), new RegExp(escaped, 'iu')]
      for (const other of codes) {
        const character = String.fromCharCode(other)
        if (plain.test(character) !== full.test(character)) differing.push(`${code} ${other}`)
      }
    }
    expect(differing).toEqual([])
  })
})
