import { expect, it } from 'vitest'
import { quotedRequests } from '../../../../src/strategies/coverage/mark/quoted-requests.ts'

it('finds requests that a summary quotes', () => {
  const requests = ['Fix the parser!', 'It fails.', 'go on']
  const lines = [
    '6. All requests:',
    '- "Fix the parser!',
    'It fails."',
    '- "Name it"',
    '- fix the parser',
    '2. "go on"',
  ]
  expect(quotedRequests(lines, requests, at => at === 2)).toEqual([1, 2, 5])
})
