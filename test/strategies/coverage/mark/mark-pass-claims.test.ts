import { describe, expect, it } from 'vitest'
import { claimsPass } from '../../../../src/strategies/coverage/mark/mark-pass-claims.ts'
import type { Message } from '../../../../src/types.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { step } from '../../partition/session.ts'
import { offersIn } from '../measured.ts'

describe('claimsPass', () => {
  it.each([
    'All tests pass.',
    '- ✅ All tests pass',
    'All 12 tests pass and lint is clean.',
    'The build succeeds now.',
    'It compiles.',
    'CI is green.',
    '- ✅ Lint: 0 issues',
  ])('is so for %j', said => {
    expect(claimsPass(said)).toBe(true)
  })

  it.each([
    'The tests do not pass.',
    'Make sure all tests pass.',
    'All tests should pass now.',
    'Do the tests pass?',
    'Refactor (clean up while keeping tests green)',
    'All tests pass except two.',
    'The tests pass on main. So it is a regression.',
    'The rows pass through the filter.',
    `All tests pass, since \`readRows\` now ${'skips rows without a key and '.repeat(4)}counts them.`,
  ])('is not so for %j', said => {
    expect(claimsPass(said)).toBe(false)
  })
})

describe('that checks pass', () => {
  const run = (id: string, result: string): readonly Message[] =>
    step(id, { name: 'Bash', args: { command: 'npm test' }, result })
  const claim = 'All tests pass.'
  const uninformativeIn = (...messages: readonly Message[]): readonly boolean[] =>
    offersIn([say('user', text('Mend the reader.')), ...messages]).candidates.flatMap(
      ({ text: line, isUninformative }) => (line === claim ? [isUninformative] : []),
    )

  it('is left out where a check failed after it was said, and only then', () => {
    const said = say('assistant', text(claim))
    expect(uninformativeIn(...run('a', '12 passed'), said)).toEqual([false])
    expect(
      uninformativeIn(...run('a', '12 passed'), said, ...run('b', 'Exit code 1\n1 failed'), said),
    ).toEqual([true, false])
    expect(uninformativeIn(said, ...run('a', '12 passed'))).toEqual([false])
  })

  it('is left out beside other words where a check ran', () => {
    const report = say('assistant', text(`The reader skips empty rows.\n\n${claim}`))
    expect(uninformativeIn(...run('a', '12 passed'), report)).toEqual([true])
    expect(uninformativeIn(report)).toEqual([false])
    const headed = say('assistant', text(`## Verification\n\n${claim}`))
    expect(uninformativeIn(...run('a', '12 passed'), headed)).toEqual([false])
  })
})
