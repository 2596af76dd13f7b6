import { describe, expect, it } from 'vitest'
import { agentText, heardText, messageText } from '../../../src/scan/spoken-text.ts'
import { cutAt, cutsAtShares } from '../../../src/tools/evaluate/cut.ts'
import { futureUse, needsOf } from '../../../src/tools/evaluate/needs.ts'
import type { Message, TokenCounter } from '../../../src/types.ts'

const words: TokenCounter = {
  name: 'words',
  exact: true,
  count: text => text.split(/\s+/).filter(Boolean).length,
}
const says = (role: Message['role'], text: string): Message => ({
  role,
  blocks: [{ type: 'text', text, media: 'text' }],
})
const calls = (name: string, text: string): Message => ({
  role: 'assistant',
  blocks: [{ type: 'toolCall', callId: 'c', name, text, media: 'json' }],
})
const answers = (text: string): Message => ({
  role: 'tool',
  blocks: [{ type: 'toolResult', callId: 'c', text, media: 'text' }],
})

describe('the text of messages', () => {
  it('reads arguments as the values they hold, without their names', () => {
    const call = calls('run_it', '{"file_path":"a.ts","lines":["x\\ny",3,null,true]}')
    expect(messageText(call)).toBe('run_it\na.ts\nx\ny\n3\ntrue')
    expect(agentText(call)).toBe('a.ts\nx\ny\n3\ntrue')
    expect(agentText(calls('patch', 'not json'))).toBe('not json')
  })

  it('distinguishes the agent from those it hears', () => {
    expect(agentText(says('assistant', 'mine'))).toBe('mine')
    expect(agentText(says('user', 'theirs'))).toBe('')
    expect(heardText(says('user', 'theirs'))).toBe('theirs')
    expect(heardText(answers('printed'))).toBe('printed')
    expect(heardText(says('assistant', 'mine'))).toBe('')
  })
})

describe('cutsAtShares', () => {
  it('cuts before the first step of the agent after each share of the tokens', () => {
    const messages = [
      says('user', 'one two three four five'),
      says('assistant', 'six'),
      answers('seven'),
      says('assistant', 'eight nine ten'),
    ]
    expect(cutsAtShares(messages, [0.5, 0.55, 0.65], words).map(({ at }) => at)).toEqual([1, 3])
    expect(cutsAtShares([says('user', 'a')], [0.5], words)).toEqual([])
    const [cut] = cutsAtShares(messages, [0.5], words)
    expect(cut?.history).toHaveLength(1)
    expect(cut?.future).toHaveLength(3)
  })
})

describe('needsOf', () => {
  const history = [
    says('user', 'use oldName and midName and shownName please'),
    answers('filler '.repeat(40)),
    says('assistant', `midName ${'more '.repeat(8)}`),
  ]
  const future = [
    says('assistant', 'I take oldName'),
    answers('shownName stands here'),
    says('assistant', 'so shownName, midName and neverSeen'),
  ]

  it('are the atoms that can only have come from memory', () => {
    expect(needsOf(cutAt([...history, ...future], 3), words)).toEqual([
      { atom: 'oldName', isDeep: true },
      { atom: 'midName', isDeep: false },
    ])
  })

  it('count once, by their first use', () => {
    const twice = [says('assistant', 'oldName'), answers('oldName'), says('assistant', 'oldName')]
    expect(needsOf(cutAt([...history, ...twice], 3), words)).toHaveLength(1)
  })

  it('are visible where the view holds them', () => {
    const needs = needsOf(cutAt([...history, ...future], 3), words)
    expect(futureUse(needs, 'oldName')).toEqual({ needs: 2, visible: 1, deepNeeds: 1, deepVisible: 1 })
    expect(futureUse(needs, 'midName oldNames')).toEqual({
      needs: 2,
      visible: 1,
      deepNeeds: 1,
      deepVisible: 0,
    })
  })
})
