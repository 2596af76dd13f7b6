/** Raw values in the words of an error message, and as JSON. */
import { describe, expect, it } from 'vitest'
import { describeValue, jsonText } from '../../src/formats/raw-value.ts'

describe('describeValue', () => {
  it.each([
    ['user', '"user"'],
    [undefined, 'nothing'],
    [null, 'null'],
    [7, '7'],
    [false, 'false'],
    [[1], 'a list'],
    [{}, 'an object'],
    ['x'.repeat(50), `"${'x'.repeat(40)}…"`],
    [`${'x'.repeat(39)}📚 and more`, `"${'x'.repeat(39)}…"`],
  ])('says %j as %s', (value, words) => {
    expect(describeValue(value)).toBe(words)
  })
})

describe('jsonText', () => {
  it('has no text for what JSON cannot say', () => {
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(jsonText(cycle)).toBeUndefined()
    expect(jsonText(undefined)).toBeUndefined()
    expect(jsonText({ a: 1 })).toBe('{"a":1}')
  })

  it('survives nesting without end', () => {
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
    expect(() => jsonText(deep)).not.toThrow()
  })
})
