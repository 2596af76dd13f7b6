import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { code } from '../../../src/reduce/content/code.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { endlessTimeout, obeysTextLaws, readEndless, shown, textOf } from './text-laws.ts'

const source = { role: 'tool', kind: 'code', path: 'src/cart.ts' } as const

const program = `/** What a customer is about to buy. */
import { price } from './price.ts'
import type { Item } from './item.ts'

const limit = 20

export class Cart {
  readonly items: Item[] = []

  @logged
  add(item: Item): void {
    if (this.items.length >= limit) {
      throw new Error('full')
    }
    // TODO merge equal items
    this.items.push(item)
  }
}

export function total(
  cart: Cart,
  currency: string,
): number {
  return cart.items.reduce((sum, item) => sum + price(item, currency), 0)
}`

describe('code', () => {
  it('fits what was measured as code', () => {
    expect(code.fits(new SourcedText(program, source))).toBe(true)
    expect(code.fits(new SourcedText(program, { ...source, kind: 'log' }))).toBe(false)
  })

  it('shows signatures before bodies', () => {
    expect(shown(obeysTextLaws(code, program, source))).toEqual([
      "useful /** What a customer is about to buy. */\nimport { price } from './price.ts'\nimport type { Item } from './item.ts'",
      'useful const limit = 20',
      'key export class Cart {',
      'plain   readonly items: Item[] = []',
      'useful   @logged\n  add(item: Item): void {',
      "plain     if (this.items.length >= limit) {\n      throw new Error('full')\n    }",
      'useful     // TODO merge equal items',
      'plain     this.items.push(item)\n  }\n}',
      'key export function total(\n  cart: Cart,\n  currency: string,\n): number {',
      'plain   return cart.items.reduce((sum, item) => sum + price(item, currency), 0)\n}',
    ])
  })

  it('puts every body under its signature, and every method under its class', () => {
    const pieces = code.pieces(program, source)
    const headOf = (part: string) => {
      const under = pieces.find(({ text }) => text.includes(part))?.under
      return under === undefined ? undefined : pieces[under]?.text.trimEnd().split('\n').at(-1)
    }
    expect(headOf('readonly items')).toBe('export class Cart {')
    expect(headOf('add(item')).toBe('export class Cart {')
    expect(headOf('TODO')).toBe('  add(item: Item): void {')
    expect(headOf('return cart')).toBe('): number {')
    expect(headOf('export class')).toBeUndefined()
  })

  it('is not fooled by code in strings and comments', () => {
    const text = [
      'const query = `',
      'export class NotReal {',
      '`',
      '/*',
      'export function neither() {',
      '*/',
      'const quote = /["`]/',
      'export const real = 1',
    ].join('\n')
    expect(code.pieces(text, source).filter(({ value }) => value === 'key')).toEqual([
      expect.objectContaining({ text: 'export const real = 1' }),
    ])
  })

  it('reads a part of a file that begins inside a string', () => {
    const text = ['    and so on.', '    """', '    return 1', '', 'def later(a):', '    return a'].join('\n')
    const pieces = code.pieces(text, { ...source, path: 'a.py' })
    expect(pieces.find(({ value }) => value === 'key')?.text).toBe('def later(a):')
  })

  it('cuts long bodies where statements end', () => {
    const body = Array.from({ length: 60 }, (_, at) => `  step(${at})`)
    const pieces = code.pieces(['export function run() {', ...body, '}'].join('\n'), source)
    expect(pieces.length).toBeGreaterThan(4)
    for (const { lines } of pieces) expect(lines).toBeLessThanOrEqual(13)
  })

  it('recognises the language by its words where no file is named', () => {
    const text = 'package main\n\nfunc main() {\n\trun()\n}'
    const pieces = code.pieces(text, { role: 'tool', kind: 'code' })
    expect(pieces.find(({ value }) => value === 'key')?.text).toBe('func main() {')
  })

  it('loses no line of any text', () => {
    fc.assert(
      fc.property(
        textOf([...program.split('\n'), 'def f(x):', '  """doc', '#!/bin/sh', 'x() {', '  y: 1']),
        text => {
          obeysTextLaws(code, text, { role: 'tool', kind: 'code' })
          obeysTextLaws(code, text, { ...source, path: 'a.py' })
          obeysTextLaws(code, text, source)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('takes no text for ever', { timeout: endlessTimeout }, async context => {
    for (const path of ['a.ts', 'a.cpp', 'a.java', 'a.sh'])
      await readEndless(text => code.pieces(text, { ...source, path }), context)
  })
})
