import { expect, it } from 'vitest'
import { matchedAlternatives } from '../../../../src/strategies/coverage/weigh/matched-alternatives.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { step } from '../../partition/session.ts'
import { offersIn } from '../measured.ts'

const uses = Array.from({ length: 12 }, (_, at) => `docs/fares.md:${at + 1}:the fare of route ${at}`)
const output = [...uses, 'docs/fares.md:40:the fare is shown beside the delete key'].join('\n')

function factorsOf(pattern: string): (line: string) => number | undefined {
  const offers = offersIn([
    say('user', text('Which keys are there?')),
    ...step('a', { name: 'Grep', args: { pattern }, result: output }),
  ])
  const factors = matchedAlternatives(offers)
  return line => factors[offers.candidates.findIndex(each => each.text.includes(line))]
}

it('counts a line that holds a rare alternative more than the others', () => {
  const factor = factorsOf('fare|delete key')
  expect(factor('beside the delete key')).toBeGreaterThan(1.2)
  expect(factor('route 3')).toBeLessThan(1)
  expect(factor('13 matching lines')).toBe(1)
})

it('counts all lines alike where a pattern has no alternatives', () => {
  const factor = factorsOf('fare')
  expect(factor('beside the delete key')).toBe(1)
  expect(factor('route 3')).toBe(1)
})
