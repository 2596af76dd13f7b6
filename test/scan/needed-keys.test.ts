import { describe, expect, it } from 'vitest'
import { neededKeys } from '../../src/scan/needed-keys.ts'
import { neededLines } from '../../src/scan/needed-lines.ts'

const recipes = [
  'recipes:',
  '  /bread:',
  '    bake:',
  '      title: Bake a bread',
  '      steps:',
  '      - knead: long',
  '        rest: short',
  '      - fold: twice',
  '  /bread/crust:',
  '    bake:',
  '      title: Bake a crust',
  'oven: hot',
]
const parents = [-1, 0, 1, 2, 2, 4, 5, 4, 0, 8, 9, -1]
const never = (): boolean => false

describe('neededKeys', () => {
  it('ties a key of settings to the key that it is nested in', () => {
    expect([...(neededKeys(recipes, never) ?? [])]).toEqual(parents)
    expect([...neededLines(recipes, { isLeading: false })]).toEqual(parents)
  })

  it('ties the rest of a long line to its beginning', () => {
    const rest = 'and let it rest.'
    expect(neededKeys(recipes.toSpliced(4, 0, rest), at => at === 4)?.[4]).toBe(3)
  })

  it('ties no line after an omission to a key before it', () => {
    const cut = recipes.toSpliced(3, 0, '[... omitted 7 of 90 lines ...]')
    expect(neededKeys(cut, never)?.[4]).toBe(-1)
  })

  it.each([
    ['lists', ['- Bread:', '  - knead', '  - rest', '- Cake:', '  - stir', '  - bake', '- Tea:', '  - boil']],
    ['prose', ['Bread: knead it.', 'Rest it for an hour.', 'Then bake it.', 'It is done.']],
    ['flat settings', ['oven: hot', 'bread: new', 'table: set']],
  ])('leaves %s alone', (_, lines) => {
    expect(neededKeys(lines, never)).toBe(undefined)
  })

  it('ends on long lines', () => {
    for (const part of ['a', 'a:', ' ', '- ', '"', ': '])
      expect(neededKeys([part.repeat(200_000)], never)).toBe(undefined)
  })
})
