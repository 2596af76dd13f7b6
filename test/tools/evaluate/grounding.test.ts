import { describe, expect, it } from 'vitest'
import { isGrounded } from '../../../src/tools/evaluate/needs.ts'

const original = 'the server refused parseArgs because the config was missing'

describe('isGrounded', () => {
  it.each([
    ['server refused parseArgs', true],
    ['parseArgs config missing', true],
    ['refused parseArgs', false],
    ['parseArgs', false],
    ['nothing here', false],
    ['some other words near parseArgs today', false],
    ['refused refused parseArgs', false],
    ['SERVER Refused parseArgs', false],
    ['Server Refused parseArgs', true],
    [`server refused ${'x '.repeat(80)}parseArgs`, false],
  ])('%j: %j', (view, expected) => {
    expect(isGrounded('parseArgs', view, original)).toBe(expected)
  })

  it('takes no names for context', () => {
    const names = 'readFile parseArgs writeFile MAX_SIZE a1b2c3'
    expect(isGrounded('parseArgs', names, names)).toBe(false)
  })

  it('looks at any place of the view, and at several of the original', () => {
    expect(isGrounded('parseArgs', `parseArgs ${'- '.repeat(200)} server refused parseArgs`, original)).toBe(
      true,
    )
    const many = `${'parseArgs '.repeat(5)}${'- '.repeat(200)}the server refused parseArgs`
    expect(isGrounded('parseArgs', 'server refused parseArgs', many)).toBe(true)
  })

  it('reads words of any script', () => {
    expect(isGrounded('parseArgs', 'сервер отклонил parseArgs', 'сервер отклонил parseArgs сегодня')).toBe(
      true,
    )
  })
})
