import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isText, toBytes, toText } from '../../src/tokens/bytes.ts'
import { hashBytes, hashText } from '../../src/tokens/hash.ts'
import { anyCharacter } from '../any-character.ts'

const anyString = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)),
})

it('brings every string back, lone surrogates, byte order marks and replacement characters included', () => {
  fc.assert(
    fc.property(anyString, text => toText(toBytes(text)) === text),
    { numRuns: 2000 },
  )
  for (const text of [
    '',
    '\uFEFFbom',
    '\uFFFD',
    '😀',
    '\uD83D',
    '\uDE00\uD83D',
    'a\uD83D😀\uDE00z',
    '\uED00',
  ])
    expect(toText(toBytes(text))).toBe(text)
})

it('gives different strings different bytes', () => {
  fc.assert(
    fc.property(anyString, anyString, (a, b) => a === b || Buffer.compare(toBytes(a), toBytes(b)) !== 0),
  )
})

it('writes plain UTF-8 wherever the string allows it', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), text => Buffer.from(text).equals(toBytes(text))))
})

it('writes a long text as it writes a short one, into bytes that are its own', () => {
  for (const unit of ['a', 'é', '漢', '😀', 'a😀', '\uD83D', 'a漢\uDE00'])
    for (const length of [4095, 4096, 4097, 20_000]) {
      const text = unit.repeat(length).slice(0, length - (length % unit.length))
      const bytes = toBytes(text)
      expect(toText(bytes)).toBe(text)
      expect(hashText(text)).toBe(hashBytes(bytes))
      if (text.isWellFormed()) expect(Buffer.from(text).equals(bytes)).toBe(true)
      if (text.isWellFormed()) expect(bytes.slice().buffer).not.toBe(bytes.buffer)
    }
})

it('hashes a text as its bytes', () => {
  fc.assert(fc.property(anyString, text => hashText(text) === hashBytes(toBytes(text))))
})

it('hashes a huge text as its bytes', () => {
  for (const text of ['a', '漢', '😀'].map(unit => unit.repeat(300_000)))
    for (const end of ['', '\uD83D']) expect(hashText(text + end)).toBe(hashBytes(toBytes(text + end)))
})

it('distinguishes text from binary', () => {
  expect(isText(Buffer.from('grüße 😀'))).toBe(true)
  expect(isText(Buffer.from([0xff, 0xfe, 0x00]))).toBe(false)
  expect(isText(toBytes('\uD83D'))).toBe(true)
})
