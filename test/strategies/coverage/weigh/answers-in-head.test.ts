import { expect, it } from 'vitest'
import type { Section } from '../../../../src/strategies/coverage/read/candidate.ts'
import { answersInHead } from '../../../../src/strategies/coverage/weigh/answers-in-head.ts'

const section = (message: number, author: Section['author'], callId?: string): Section =>
  ({ message, author, ...(callId !== undefined && { callId }) }) as Section

it('the head shows how earlier checks came out; the last call is shown behind the words that announce it', () => {
  const sections = [
    section(0, 'calls', 'first'),
    section(1, 'tools', 'first'),
    section(2, 'words'),
    section(2, 'calls', 'last'),
    section(3, 'tools', 'last'),
  ]
  const inHead = answersInHead(sections, [1, 2, 3, 4], new Set([2, 4]))
  expect([...inHead]).toEqual(['first'])
})
