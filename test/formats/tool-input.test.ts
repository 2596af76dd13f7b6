import { describe, expect, it } from 'vitest'
import { toolInput } from '../../src/formats/tool-input.ts'

describe('toolInput', () => {
  it.each<[string, unknown]>([
    ['{"path":".","n":[1]}', { path: '.', n: [1] }],
    ['{}', {}],
    ['', {}],
    ['[1]', { input: '[1]' }],
    ['null', { input: 'null' }],
    ['"text"', { input: '"text"' }],
    ['{"cut off', { input: '{"cut off' }],
    ['*** Begin Patch', { input: '*** Begin Patch' }],
  ])('makes an object of %j', (text, expected) => {
    expect(toolInput(text)).toEqual(expected)
  })
})
