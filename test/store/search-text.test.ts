import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, searchedBytes, searchText } from '../../src/store/search-text.ts'
import { toBytes } from '../../src/tokens/bytes.ts'
import { anyText } from './any-text.ts'

describe('the text that search sees', () => {
  it('is folded without moving a single position', () => {
    for (let first = 0; first <= 0x10ffff; first += 256) {
      const characters = String.fromCodePoint(...Array.from({ length: 256 }, (_, index) => first + index))
      if (foldText(characters).length !== characters.length) expect.fail(`after U+${first.toString(16)}`)
    }
    fc.assert(
      fc.property(anyText, text => {
        expect(foldText(text)).toHaveLength(text.length)
        expect(foldText(foldText(text))).toBe(foldText(text))
      }),
    )
  })

  it('folds a word the same way wherever it is', () => {
    expect(foldText('ΣΑΣ ΣΑΣ')).toBe('σασ σασ')
    expect(foldText('\ud800x')).toBe('\ufffdx')
  })

  it('is cut at its limit, between characters', () => {
    for (const character of ['x', 'é', '内', '🚀']) {
      const text = `_${character.repeat(searchedBytes)}`
      const seen = searchText({ bytes: toBytes(text) }) ?? ''
      expect(text.startsWith(seen)).toBe(true)
      expect(toBytes(seen).length).toBeGreaterThan(searchedBytes - 4)
      expect(toBytes(seen).length).toBeLessThanOrEqual(searchedBytes)
      expect(seen.isWellFormed()).toBe(true)
    }
  })

  it('is the masked text where there is one, and nothing for binary bytes', () => {
    expect(searchText({ bytes: toBytes('secret'), searchable: '***' })).toBe('***')
    expect(searchText({ bytes: new Uint8Array([0xff, 0x41]) })).toBeUndefined()
  })
})
