/** Any code points, lone surrogates among them. */
import fc from 'fast-check'

export const anyText: fc.Arbitrary<string> = fc
  .array(fc.nat(0x10ffff), { maxLength: 200 })
  .map(codes => String.fromCodePoint(...codes))
