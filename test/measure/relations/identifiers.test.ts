import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identifiersIn } from '../../../src/measure/relations/identifiers.ts'
import { anyCharacter } from '../../any-character.ts'

describe('identifiersIn', () => {
  it.each([
    ['call parseConfig() now', 'parseConfig'],
    ['the HTTPServer class', 'HTTPServer'],
    ['set MAX_RETRIES to 3', 'MAX_RETRIES'],
    ['see `snake_case`.', 'snake_case'],
    ['error in src/app.ts:42:7: oops', 'src/app.ts'],
    ['open ./lib/index.js, please', './lib/index.js'],
    ['restart redis-prod-001!', 'redis-prod-001'],
    ['fixes #142.', '#142'],
    ['commit a1b2c3d4', 'a1b2c3d4'],
    ['under https://example.com/a/b', 'https://example.com/a/b'],
    ['由UserService处理', 'UserService'],
    ['die Funktion größeÄndern()', 'größeÄndern'],
    ['release v2.4.1', 'v2.4.1'],
  ])('finds the name in %j', (text, name) => {
    expect([...identifiersIn(text)]).toEqual([name])
  })

  it.each([
    'Plain words, and/or other well-known words; e.g. these.',
    'It took 10ms on the 3rd of May, 2024-05-03, at 10:30, for 3.14 or 1/2 of them.',
    'URLs and IDs are no names. Das gilt z.B. auch hier.',
    'x'.repeat(5000) + '_'.repeat(5000),
    '不是名字',
    '... -- ## // :: @ $ _',
  ])('finds no name in %j', text => {
    expect([...identifiersIn(text)]).toEqual([])
  })

  it('finds the same names wherever they are, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), text => {
        for (const name of identifiersIn(text)) {
          expect(text).toContain(name)
          expect(identifiersIn(`so ${name} it is`)).toContain(name)
        }
      }),
    )
  })
})
