import { describe, expect, it } from 'vitest'
import { linesInOutcome } from '../../../../src/strategies/coverage/mark/lines-in-outcome.ts'

const title = 'Bash git push → To github.com:shop/fees.git | 1a2b3c4d..5e6f7a8b  main -> main'

describe('linesInOutcome', () => {
  it.each([
    ['To github.com:shop/fees.git', true],
    ['   1a2b3c4d..5e6f7a8b  main -> main', true],
    ['remote: Resolving deltas: 100% (3/3)', false],
    ['1a2b3c4d..5e6f7a8b  main -> main, where two checks are required before a merge into it', false],
  ])('%s', (line, isShown) => {
    expect(linesInOutcome(title)(line, '')).toBe(isShown)
  })

  it('knows a path whose root the title leaves out', () => {
    const isShown = linesInOutcome('Bash wc -l fees.ts → 2256 src/checkout/totals/fees.ts', '/home/me/shop')
    expect(isShown('2256 /home/me/shop/src/checkout/totals/fees.ts', '')).toBe(true)
  })

  it('leaves the result of a call without an outcome', () => {
    expect(linesInOutcome('Read src/checkout/totals/fees.ts')('src/checkout/totals/fees.ts', '')).toBe(false)
  })
})
