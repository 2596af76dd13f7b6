import { expect, it } from 'vitest'
import { callResults } from '../../../../src/strategies/coverage/facts/call-results.ts'
import { mistypedCalls } from '../../../../src/strategies/coverage/facts/mistyped-calls.ts'
import type { Message } from '../../../../src/types.ts'
import { step } from '../../partition/session.ts'

const mistypedIn = (messages: readonly Message[]): readonly string[] => [
  ...mistypedCalls(messages, callResults(messages)),
]
const grep = (id: string, pattern: string, path: string, result: string) =>
  step(id, { name: 'Grep', args: { pattern, path }, result })
const run = (id: string, command: string, result: string) =>
  step(id, { name: 'Bash', args: { command }, result })
const nothing = 'No matches found'

it('finds a search with a sign too many, and one in a directory that is not there', () => {
  expect(
    mistypedIn([
      ...grep('a', 'sumOf\\("', 'src', nothing),
      ...grep('b', 'sumOf\\(', 'src', 'src/a.ts:1:sumOf('),
    ]),
  ).toEqual(['a'])
  const missing = '<tool_use_error>Path does not exist: /w/app/srcs</tool_use_error>'
  expect(
    mistypedIn([...grep('a', 'sumOf', 'srcs', missing), ...grep('b', 'sumOf', 'src', 'src/a.ts:1:sumOf(')]),
  ).toEqual(['a'])
})

it('finds a command whose arguments were not understood', () => {
  const wrong = run('a', 'fares list --fields from,too', 'Exit code 1\nUnknown field: "too"')
  const right = run('b', 'fares list --fields from,to', 'OSL BGO')
  expect(mistypedIn([...wrong, ...right])).toEqual(['a'])
})

it('keeps what was found nowhere, what failed for another reason, and what never worked', () => {
  const other = grep('b', 'sumOf', 'lib', 'lib/a.ts:1:sumOf(')
  expect(mistypedIn([...grep('a', 'sumOf', 'src', nothing), ...other])).toEqual([])
  const failed = run('a', 'make tax', 'Exit code 2\n1 test failed')
  expect(mistypedIn([...failed, ...run('b', 'make tax', 'built')])).toEqual([])
  const unknown = 'Exit code 1\nunknown flag: --deep'
  expect(mistypedIn([...run('a', 'fares --deep', unknown), ...run('b', 'fares --deeper', unknown)])).toEqual(
    [],
  )
})
