import { expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'

const work = Array.from(
  { length: 60 },
  (_, at) => `Entry ${at} of the archive has ${(at * 7919) % 9973} bytes.`,
)
const stop = '[Request interrupted by user]'

function viewOf(...later: readonly { readonly role: string; readonly content: string }[]): string {
  const session = [
    { role: 'user', content: 'Which entries are broken?' },
    { role: 'assistant', content: `${work.join('\n')}\nShall I delete the broken ones?` },
    ...later,
    { role: 'user', content: 'Explain what you would delete first.' },
    { role: 'assistant', content: work.toReversed().join('\n') },
    { role: 'user', content: 'Go on.' },
  ]
  return JSON.stringify(compressSync(session, { budget: 300, format: 'plain' }).messages)
}

it('a request that was stopped at once is shown with that', () => {
  expect(viewOf({ role: 'user', content: 'yes' }, { role: 'user', content: stop })).toContain(stop)
})

it('one that was worked on is not', () => {
  const answer = { role: 'assistant', content: 'I delete them.' }
  expect(viewOf({ role: 'user', content: 'yes' }, answer, { role: 'user', content: stop })).not.toContain(
    stop,
  )
})
