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

  it('are those of each text, also when another is read before', () => {
    const [one, two] = [codeUnits('abc'), codeUnits('abx')]
    expect([one[2], two[2]]).toEqual([0x63, 0x78])
  })

  it.each([20_000, 1 << 20, (1 << 20) + 1])('holds a text of %i characters', length => {
    const text = `${'a'.repeat(length - 1)}\ud800`
    const units = codeUnits(text)
    expect([units[0], units[length - 2], units[length - 1]]).toEqual([0x61, 0x61, 0xd800])
  })
})

describe('passingUnits', () => {
  it('begin with those of the text, whatever was read before', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, text) => {
        passingUnits(before)
        expect(passingUnits(text).subarray(0, text.length)).toEqual(codeUnits(text))
      }),
    )
  })

  it.each([32_767, 32_768, 32_769])('hold a text of %i characters', length => {
    const text = `${'a'.repeat(length - 1)}\ud800`
    expect(passingUnits(text).subarray(0, length)).toEqual(codeUnits(text))
  })
})
