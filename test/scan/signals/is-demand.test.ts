import { describe, expect, it } from 'vitest'
import { isDemand } from '../../../src/scan/signals/is-demand.ts'

describe('a sentence binds', () => {
  it.each([
    'Never push to main.',
    "Don't use npm here.",
    'Use tabs instead of spaces.',
    "I don't want a new dependency.",
    'We need to make sure that no call is lost.',
    'We no longer support Node 18, so remove it.',
    'It is only allowed in tests, never in production.',
    '不要改动 lexer。',
  ])('where it demands: %s', sentence => expect(isDemand(sentence)).toBe(true))

  it.each([
    'Must it be fast?',
    '# Requirements must hold',
    "I don't think that is the solution.",
    'There is only one file left.',
    'It only works for one agent.',
    'The file no longer exists.',
    'lexer_test.go:80: the commit should not have a trailer',
    'TypeError: it must be a string',
    'Any help is always appreciated.',
  ])('not where it tells, asks or was printed: %s', sentence => expect(isDemand(sentence)).toBe(false))
})

describe('words that bind', () => {
  it.each([
    'An always-on server (one process, many clients) vs one that is started for each call.',
    'Concurrency: many writers at once; ordering; how the queue absorbs them without conflicts.',
    '- Replay the commits on the new tip, merging them instead of pushing by force, possibly without a person.',
    '- A layout that makes conflicts impossible in most cases, keeping the slow path only for the others.',
    'can you make sure we have an example that runs.',
    'look into the gaps and list them to ensure the page covers all of it, then open a ticket',
    "The conflict resolution shouldn't be too hard, please take a look",
    "add a comment to the ticket so we don't forget",
    "given that we can't fail in the middle, I would like to see the second",
    'After this change those queues will never be consumed.',
    'The hook never actually worked.',
    'C:\\work\\requirements.md give me the command for this',
    'look at docs/constraints.md',
    'It only took a day.',
    'Instead of lines 235-236:',
    'Consider adding tests to ensure that it behaves.',
    'fix this: cannot use err as a string value',
    'Without this conversion, the data will be lost when it is saved.',
    'i thought we no longer use repeat we just use runs',
    "perhaps we don't need it we just need the local file right",
    'In theory a job can exist for only one step but most of the time there are several.',
    'see how to compare runs, now we only support one target',
    'if we search anyway it is common to use it as an index rather than a data store',
    'it would be a good baseline so we can ensure that nothing is lost',
    '3. Make logs-only rewind deterministic',
    "we currently don't use SDKs anyway",
    'i picked another colour and got a crash, that should never happen.',
    "I'd like to rewrite the guide to make sure the names of both branches are explained.",
  ])('bind nobody in: %s', sentence => {
    expect(isDemand(sentence)).toBe(false)
  })

  it.each([
    'Never need more than one pass.',
    'never pass a list',
    'use the terminal instead of the editor then',
    'instead of finalize call it update',
    "we don't want a new flag",
    'that should never happen',
    'I want to make sure that the cache is never written twice.',
    'It should never be empty.',
    'Always read docs/rules.md first.',
  ])('bind in: %s', sentence => {
    expect(isDemand(sentence)).toBe(true)
  })
})
