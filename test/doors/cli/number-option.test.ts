import { describe, expect, it } from 'vitest'
import { countOption, numberOption, portOption } from '../../../src/doors/cli/number-option.ts'

describe('the number of an option', () => {
  it.each([
    [numberOption('--price'), '2.5', 2.5],
    [portOption('--port'), '0', 0],
    [numberOption('--fuzzy', { max: 1 }), '1', 1],
    [countOption('--cases'), '12', 12],
  ])('is read', (read, value, number) => {
    expect(read(value)).toBe(number)
  })

  it.each([
    [numberOption('--price'), '3$', '--price 3$ is no number of at least 0.'],
    [numberOption('--price'), '', '--price  is no number of at least 0.'],
    [numberOption('--price'), '-1', '--price -1 is no number of at least 0.'],
    [numberOption('--fuzzy', { max: 1 }), '1.1', '--fuzzy 1.1 is no number from 0 to 1.'],
    [portOption('--port'), '65536', '--port 65536 is no whole number from 0 to 65535.'],
    [portOption('--port'), '80.5', '--port 80.5 is no whole number from 0 to 65535.'],
    [countOption('--cases'), '0', '--cases 0 is no whole number of at least 1.'],
    [countOption('--cases'), '1.5', '--cases 1.5 is no whole number of at least 1.'],
    [countOption('--cases'), 'Infinity', '--cases Infinity is no whole number of at least 1.'],
  ])('is refused with what is wanted', (read, value, message) => {
    expect(() => read(value)).toThrow(message)
  })
})
