import { describe, expect, it } from 'vitest'
import { EntityIndexBuilder } from '../../../../src/measure/entity-index.ts'
import { measure } from '../../../../src/measure/measure.ts'
import { conversationFacts } from '../../../../src/strategies/coverage/facts/conversation-facts.ts'
import { candidatesOf } from '../../../../src/strategies/coverage/mark/candidates-of.ts'
import { CandidateTokens } from '../../../../src/strategies/coverage/weigh/candidate-tokens.ts'
import type { Message } from '../../../../src/types.ts'

const text = (said: string): Message['blocks'][number] => ({ type: 'text', text: said, media: 'text' })
const messages: readonly Message[] = [
  { role: 'user', blocks: [text('Please keep the orders API as it is.\nOrder HB-10417 was rejected.')] },
  { role: 'assistant', blocks: [text('I read src/orders.ts first.\nOrder HB-10417 was rejected.')] },
]

function counted(isKept: boolean) {
  let counts = 0
  const ranker = {
    name: 'characters',
    exact: true,
    count: (said: string): number => {
      counts += 1
      return said.length
    },
  }
  const blocks = measure(messages, { ranker, pins: [], preservePatterns: [] })
  counts = 0
  const view = () => {
    const builder = new EntityIndexBuilder()
    const tokens = new CandidateTokens(candidatesOf(conversationFacts(messages), blocks, isKept))
    tokens.addTo(builder, ranker)
    const { terms, phrases, termFacts } = builder.index()
    return { costs: tokens.costs, tokens: tokens.tokens, firsts: tokens.firsts, terms, phrases, termFacts }
  }
  const views = [view(), view()]
  return { views, counts }
}

describe('CandidateTokens', () => {
  it('says the same whether lines keep what was counted for the next view or not', () => {
    const { views: kept, counts } = counted(true)
    const { views: anew, counts: countsAnew } = counted(false)
    for (const view of [...kept, ...anew]) expect(view).toEqual(kept[0])
    expect(countsAnew).toBe(2 * counts)
  })
})
