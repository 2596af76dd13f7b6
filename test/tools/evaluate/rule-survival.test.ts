import { describe, expect, it } from 'vitest'
import { ruleSurvival, rulesOf } from '../../../src/tools/evaluate/rule-survival.ts'
import { answered, said } from './messages.ts'

const session = [
  said('system', 'You must obey.'),
  said(
    'user',
    'Add a parser. Never touch the lexer! Use tabs instead of spaces.\n\n```ts\n// must stay\n```',
  ),
  said('assistant', 'I must say: never mind.'),
  said('user', 'Must it be fast? It must be fast. Never touch the lexer!'),
  said('user', 'Ты должен писать тесты. 必须使用空格缩进。'),
  ...answered('Bash', { command: 'cat rules' }, 'You must never see this.'),
]

const texts = rulesOf(session).map(({ text }) => text)

describe('rules', () => {
  it('are what users demand, once each, in order', () => {
    expect(texts).toEqual([
      'Never touch the lexer!',
      'Use tabs instead of spaces.',
      'It must be fast.',
      'Ты должен писать тесты.',
    ])
    expect(rulesOf(session).map(({ message }) => message)).toEqual([1, 1, 3, 4])
  })

  it('are not what a program wrote in the name of the user', () => {
    const summary = said(
      'user',
      'This session is being continued from a previous conversation. You must go on.',
    )
    expect(
      rulesOf([summary, said('user', '<local-command-stdout>You must see.</local-command-stdout>')]),
    ).toEqual([])
  })

  it('survive to the letter or not at all', () => {
    const rules = rulesOf(session)
    expect(ruleSurvival(rules, 'Rules: Never touch the lexer! It must be fast')).toEqual({
      rules: 4,
      verbatim: 1,
      lost: rules.slice(1),
    })
    expect(ruleSurvival([], 'anything')).toEqual({ rules: 0, verbatim: 0, lost: [] })
  })
})
