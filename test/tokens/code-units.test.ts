import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeUnits, passingUnits } from '../../src/tokens/code-units.ts'
import { anyText } from '../scan/any-text.ts'

describe('codeUnits', () => {
  it('are those of the text, lone surrogates too', () => {
    fc.assert(
      fc.property(anyText, text => {
        const units = Array.from(codeUnits(text).subarray(0, text.length))
        expect(units).toEqual(Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)))
      }),
    )
  })

  it.each([20_000, 1 << 20, (1 << 20) + 1])('holds a text of %i characters', length => {
    const text = `${'a'.repeat(length - 1)}\ud800`
    const units = codeUnits(text)
    expect([units[0], units[length - 2], units[length - 1]]).toEqual([0x61, 0x61, 0xd800])
  })
})

describe('passingUnits', () => {
  it('are those of each text in turn, also of one that begins like the one before', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 5 }), texts => {
        for (const text of texts.flatMap(each => [each, each, `${each}a`, each.slice(0, -1)]))
          expect(Array.from(passingUnits(text).subarray(0, text.length))).toEqual(
            Array.from(codeUnits(text).subarray(0, text.length)),
          )
      }),
    )
  })

  it('holds a long text', () => {
    expect(passingUnits('a'.repeat(100_000))[99_999]).toBe(0x61)
  })
})
