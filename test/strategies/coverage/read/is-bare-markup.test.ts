import { describe, expect, it } from 'vitest'
import { isBareMarkup } from '../../../../src/strategies/coverage/read/is-bare-markup.ts'

describe('isBareMarkup', () => {
  it.each([
    '<p><a href="https://example.org/x" target="_blank"><img alt="Fix it" src="a.png"></a></p>',
    'srcset="dark.png"></picture></a>&nbsp;<a href="https://example.org/y"><img alt="Open" ',
    '<!-- REVIEW_SUMMARY -->',
    '<!-- LOCATIONS',
    'LOCATIONS END -->',
    '<br/>',
  ])('is true for %s', text => {
    expect(isBareMarkup(text)).toBe(true)
  })

  it.each([
    '<p>The reader fails.</p>',
    'if a < b and b > c',
    '<file path="a.ts" status="new"/>',
    'the type is Map<string, number>',
    '日本 <br>',
    '---',
    'reader --> writer',
  ])('is false for %s', text => {
    expect(isBareMarkup(text)).toBe(false)
  })

  it('takes linear time', () => {
    const started = performance.now()
    isBareMarkup('<a '.repeat(40_000))
    isBareMarkup(`<a ${' '.repeat(100_000)}`)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
