import { describe, expect, it } from 'vitest'
import type { Measured } from '../../../src/reduce/plan.ts'
import { TextFacts } from '../../../src/strategies/rules/rule-facts.ts'

const prose = 'We looked at the queue for a while and found that it drains in the night, slowly but surely.'
const fence = '```ts\nconst a = 1\n```'

const blockOf = (facts: Partial<Measured>): Measured => ({
  message: 0,
  block: 0,
  role: 'assistant',
  type: 'text',
  age: 0,
  tokens: 20,
  length: 100,
  kind: 'prose',
  secret: false,
  isReferenceTarget: false,
  pinned: false,
  editable: true,
  compressed: false,
  hasHandle: false,
  ...facts,
})

describe('TextFacts', () => {
  it('distinguishes prose from prose with code', () => {
    const plain = new TextFacts(prose, blockOf({}))
    expect([plain.hasFence, plain.isMixed, plain.proseLength]).toEqual([false, false, prose.length])
    const mixed = new TextFacts(`${prose}\n\n${fence}\n`, blockOf({}))
    expect([mixed.hasFence, mixed.isMixed, mixed.proseLength]).toEqual([true, true, prose.length])
    expect(mixed.segments?.map(({ kind }) => kind)).toEqual(['prose', 'fence'])
  })

  it('reads no further where a tool printed nothing but code', () => {
    const facts = new TextFacts(fence, blockOf({ role: 'tool', kind: 'code' }))
    expect(facts.hard).toEqual(['code'])
    expect(facts.segments).toBeUndefined()
    expect([facts.hasFence, facts.isMixed, facts.isJson, facts.proseLength]).toEqual([false, false, false, 0])
  })

  it('takes the rules of a user, and of nobody else, for a constraint', () => {
    const rule = 'You must never push to main.'
    expect(new TextFacts(rule, blockOf({ role: 'user' })).isConstraint).toBe(true)
    expect(new TextFacts(rule, blockOf({ role: 'assistant' })).isConstraint).toBe(false)
  })

  it('looks for secrets only when asked why a text is hard', () => {
    let looks = 0
    const block = Object.defineProperty(blockOf({}), 'secret', {
      get: () => {
        looks += 1
        return false
      },
    })
    const facts = new TextFacts(prose, block)
    expect(facts.isMixed || facts.isJson || facts.isConstraint).toBe(false)
    expect(looks).toBe(0)
    expect(facts.hard).toEqual([])
    expect(looks).toBe(1)
  })
})
