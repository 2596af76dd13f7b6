/** Any character, as a unit of strings: that of fast-check, `binary`, first makes a table of all million of them. */
import fc from 'fast-check'

const firstSurrogate = 0xd800
const surrogates = 0x800

export const anyCharacter: fc.Arbitrary<string> = fc
  .nat(0x10ffff - surrogates)
  .map(at => String.fromCodePoint(at < firstSurrogate ? at : at + surrogates))
