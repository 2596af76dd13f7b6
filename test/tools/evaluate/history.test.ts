import { describe, expect, it } from 'vitest'
import { agent, run, user, wordHistory } from './word-history.ts'

describe('prepareHistory', () => {
  const history = wordHistory([
    user('fix the bug'),
    ...run('c1', 'bash', '{"command":"npm test"}', 'all green'),
  ])

  it('has a part for every block that says something, with its tokens', () => {
    expect(history.parts).toEqual([
      { message: 0, block: 0, text: 'fix the bug', tokens: 3 },
      { message: 1, block: 0, text: 'bash\nnpm test', tokens: 3 },
      { message: 2, block: 0, text: 'all green', tokens: 2 },
    ])
    expect(history.tokens).toBe(8)
    expect(history.text).toBe('fix the bug\nbash\nnpm test\nall green')
  })

  it('leaves out what says nothing', () => {
    expect(wordHistory([user(''), agent('x')]).parts.map(({ message }) => message)).toEqual([1])
  })

  it('carries what is known beside the messages', () => {
    expect(history.needed).toEqual([])
    expect(wordHistory([], { needed: ['a_b'], summary: 's' })).toMatchObject({
      needed: ['a_b'],
      summary: 's',
    })
  })
})
