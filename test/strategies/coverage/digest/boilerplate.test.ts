import { describe, expect, it } from 'vitest'
import { isBoilerplate } from '../../../../src/strategies/coverage/digest/boilerplate.ts'

describe('isBoilerplate', () => {
  it.each([
    '}',
    '\t})',
    "import { a } from './a.ts'",
    'from os import path',
    '\t"github.com/spf13/cobra"',
    '\tif err != nil {',
    '\t\treturn nil, err',
    '\tt.Helper()',
    'Process exited with code 0',
  ])('holds for %j', line => {
    expect(isBoilerplate(line)).toBe(true)
  })

  it.each([
    'const limit = 10',
    'Process exited with code 1',
    'return parse(text)',
    '- [ ] write the test',
    'ok',
  ])('does not hold for %j', line => {
    expect(isBoilerplate(line)).toBe(false)
  })
})
