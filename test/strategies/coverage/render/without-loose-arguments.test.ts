import { expect, it } from 'vitest'
import { withoutLooseArguments } from '../../../../src/strategies/coverage/render/without-loose-arguments.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { step } from '../../partition/session.ts'
import { offersIn } from '../measured.ts'

const program = `export function bill(fare: Fare): string {
  // (in whole euros)
  const total = sum(
    fare.price,
    fare.tax, rate)
  log("no bracket (", total)
  return format(total, 'a :)',
    fare.name)
}`

/** What is left of these lines of the program, without their indentation. */
function leftOf(...lines: readonly string[]): readonly string[] {
  const { candidates } = offersIn([
    say('user', text('What does the bill say?')),
    ...step('a', { name: 'Read', args: { file_path: 'src/bill.ts' }, result: program }),
  ])
  const first = candidates.findIndex(each => each.text.startsWith('export function'))
  const chosen = [...candidates.keys()].filter(at => lines.includes(candidates[at]?.text.trim() ?? ''))
  return withoutLooseArguments(chosen, first, candidates).map(at => candidates[at]?.text.trim() ?? '')
}

it('leaves out the last line of a call of which the first is not shown', () => {
  expect(leftOf('fare.tax, rate)', 'log("no bracket (", total)')).toEqual(['log("no bracket (", total)'])
  expect(leftOf('const total = sum(', 'fare.name)')).toEqual(['const total = sum('])
})

it('keeps it with the first, and where nothing else is shown', () => {
  expect(leftOf('const total = sum(', 'fare.tax, rate)')).toEqual(['const total = sum(', 'fare.tax, rate)'])
  expect(leftOf("return format(total, 'a :)',", 'fare.name)')).toHaveLength(2)
  expect(leftOf('fare.name)')).toEqual(['fare.name)'])
})
