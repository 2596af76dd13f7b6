import { describe, expect, it } from 'vitest'
import { foldedErrors } from '../../../src/scan/actions/folded-errors.ts'
import { resultLines } from '../../../src/scan/actions/result-lines.ts'

describe('foldedErrors', () => {
  it('names the other lines of a file with the same error', () => {
    expect(
      foldedErrors([
        '# example.com/app',
        './main.go:42:8: undefined: run',
        './main.go:55:8: undefined: run',
        './main.go:60: undefined: stop',
        './other.go:7:1: undefined: run',
        './main.go:86:8: undefined: run',
      ]),
    ).toEqual([
      '# example.com/app',
      './main.go:42:8 (also lines 55, 86): undefined: run',
      './main.go:60: undefined: stop',
      './other.go:7:1: undefined: run',
    ])
  })

  it('keeps what is between the place and the error', () => {
    expect(foldedErrors(['a.ts:3:4 - error TS1: no', 'a.ts:9:4 - error TS1: no'])).toEqual([
      'a.ts:3:4 (also line 9) - error TS1: no',
    ])
  })

  it('takes no port and no time for a line of a file', () => {
    const lines = [
      ...[
        '10.0.0.1:8080 refused',
        '10.0.0.1:9090 refused',
        'db.internal:5432: gone',
        'db.internal:5433: gone',
      ],
      ...['http://localhost:3000 refused', 'http://localhost:3001 refused'],
      ...['2026/01/02T10:30:45 failed', '2026/01/02T10:31:45 failed'],
    ]
    expect(foldedErrors(lines)).toEqual(lines)
  })

  it('counts lines beyond the first ones', () => {
    const lines = Array.from({ length: 12 }, (_, at) => `src/a.ts:${at + 1}:2: error: no type`)
    expect(foldedErrors(lines)).toEqual([
      'src/a.ts:1:2 (also lines 2, 3, 4, 5, 6, 7 and 5 more): error: no type',
    ])
  })

  it('keeps an error that is repeated at the same place once, as it is', () => {
    expect(foldedErrors(['a.go:1:1: bad', 'a.go:1:1: bad'])).toEqual(['a.go:1:1: bad'])
  })

  it('leaves room for another error in the outcome of a command', () => {
    const output = ['a.go:4:1: undefined: run', 'a.go:9:1: undefined: run', 'b.go:2:1: missing return'].join(
      '\n',
    )
    const long = `${'building\n'.repeat(40)}${output}`
    expect(resultLines(long, true)).toBe('a.go:4:1 (also line 9): undefined: run\nb.go:2:1: missing return')
  })
})
