import { describe, expect, it } from 'vitest'
import { noteFacts } from '../../../../src/strategies/coverage/note/view-text.ts'
import { call, result, say, text } from '../../../formats/neutral-messages.ts'

const summary = `This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:
The user asked for rounding per line, and the agent proposed roundLine.`

describe('what a summary of earlier messages says', () => {
  it.each([
    ['as a message', [say('user', text(summary))], []],
    ['in a view', [say('assistant', text('Done.'))], [`#1 summary: ${summary}\n#2 assistant: Done.`]],
  ])('may be told of the user and of the agent, %s', (_, messages, texts) => {
    const { isOfUser, userWords, agentWords } = noteFacts({ messages }, texts)
    expect(isOfUser(1)).toBe(true)
    expect(userWords).toContain('rounding per line')
    expect(agentWords).toContain('proposed roundLine')
  })

  it('the words of one are not those of the other', () => {
    const texts = ['#1 user: Round per line.\n#2 assistant: I propose roundLine.\n#3 thinking: Per invoice?']
    const { isOfUser, userWords, agentWords } = noteFacts({ messages: [say('user', text('Go on.'))] }, texts)
    expect([1, 2, 3].map(isOfUser)).toEqual([true, false, false])
    expect(userWords).not.toContain('roundLine')
    expect(agentWords).not.toContain('Round per line')
  })
})

describe('what the user decided by a button', () => {
  it.each([
    ['User has approved your plan. You can now start coding.', [true, true]],
    ['The plan is saved.', [false, false]],
  ])('%s', (answer, isUsers) => {
    const messages = [say('assistant', call('c1', '{}')), say('user', result('c1', answer))]
    const { isOfUser, userWords } = noteFacts({ messages }, [])
    expect([1, 2].map(isOfUser)).toEqual(isUsers)
    expect(userWords).toBe('')
  })
})
