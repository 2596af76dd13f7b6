import { describe, expect, it } from 'vitest'
import type { Fact, Row } from '../../../../src/ledger/ledger.ts'
import { lastPassed } from '../../../../src/strategies/coverage/head/last-passed.ts'

function check(key: string, ...runs: readonly (readonly [kind: Fact['kind'], turn: number])[]): Row {
  const facts = runs.map(([kind, turn]) => ({
    section: 'checks' as const,
    kind,
    about: key,
    by: 'tool' as const,
    turn,
    order: 0,
  }))
  const [kind, last] = runs.at(-1) as (typeof runs)[number]
  return { section: 'checks', key, state: kind, value: '', by: 'tool', first: last, last, facts }
}

describe('lastPassed', () => {
  const chain = check('npm run lint && npm test', ['failed', 20])

  it('finds the last time that a check passed before it failed', () => {
    const tests = check('npm test', ['passed', 4], ['passed', 9], ['failed', 12], ['failed', 20])
    expect(lastPassed(tests, [tests])).toBe(9)
    const passing = check('npm test', ['passed', 4])
    expect(lastPassed(passing, [passing])).toBeUndefined()
    const failing = check('npm test', ['failed', 4])
    expect(lastPassed(failing, [failing, check('npm test', ['passed', 6])])).toBeUndefined()
  })

  it('finds it where wider checks passed', () => {
    const one = check('vitest run a.test.ts', ['failed', 20])
    expect(lastPassed(one, [one, check('vitest run', ['passed', 7])])).toBe(7)
  })

  it('finds for a chain when all of it passed', () => {
    const lint = check('npm run lint', ['passed', 3], ['passed', 6], ['failed', 10])
    const tests = check('npm test', ['passed', 6], ['passed', 12])
    expect(lastPassed(chain, [chain, lint, tests])).toBe(6)
  })

  it('finds it for a chain whose parts passed one after the other', () => {
    const tests = check('npm test', ['passed', 12])
    expect(lastPassed(chain, [chain, check('npm run lint', ['passed', 10]), tests])).toBe(12)
    expect(
      lastPassed(chain, [chain, check('npm run lint', ['passed', 10], ['failed', 11]), tests]),
    ).toBeUndefined()
  })
})
