import { expect, it } from 'vitest'
import { asksSomething } from '../../src/scan/asks-something.ts'

it.each([
  'Is the lock held?',
  'do you think that is better',
  'investigate why the nightly build fails',
  'ask the maintainers whether the cache has a limit',
  'can you explain the difference between the two readers',
  'it was one file before, why did we split it',
  'in parser what happens with empty rows',
  'how do hashes work for equal lines',
  'let me know what effort it is',
  'what is the coverage now',
])('takes %s for a question', text => {
  expect(asksSomething(text)).toBe(true)
})

it.each([
  'Split the parser.',
  'write down what we went with',
  'make sure that it asks before it runs',
  'Fix the reader. It is what it is.',
  'yes please do it',
  `Plan\n${'- Move the readers.\n'.repeat(60)}- Check whether all tests pass.`,
])('takes no question for one: %s', text => {
  expect(asksSomething(text)).toBe(false)
})
