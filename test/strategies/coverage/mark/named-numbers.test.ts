import { expect, it } from 'vitest'
import { answeredNumbers } from '../../../../src/strategies/coverage/mark/named-numbers.ts'

it.each<[string, readonly string[]]>([
  ['1. Both\n\n3) Neither', ['1', '3']],
  ['1. Read the file', []],
  ['for 4: is it really needed?', ['4']],
  ['Re #2, use the store', ['2']],
  ['#3: yes\n#1: no', ['1', '3']],
  ['Punkt 2: lieber nicht', ['2']],
  ['for 4 hours nothing happened', []],
  ['on 12:30 it stopped', []],
])('the answered numbers of %j are %j', (reply, numbers) => {
  expect(answeredNumbers(reply).map(({ number }) => number)).toEqual(numbers)
})
