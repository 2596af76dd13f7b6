import { describe, expect, it } from 'vitest'
import {
  foveaPolicy,
  maskingPolicy,
  type ReplayPolicy,
  replay,
  replayPolicies,
  sentMessages,
  windowPolicy,
} from '../../../src/tools/evaluate/evaluate-cache-cost.ts'
import { agent, run, user, wordCounters, wordHistory } from './word-history.ts'

const history = wordHistory([
  user('q1 q2'),
  ...run('c1', 'sh', '{}', 'o1 o2 o3 o4 o5'),
  ...run('c2', 'sh', '{}', 'p1 p2 p3 p4 p5'),
  agent('done'),
])
const session = { ...history, messages: sentMessages(history.raw, history.messages, wordCounters) }
const texts = (policy: ReplayPolicy): readonly string[] =>
  replay(session, policy).map(({ parts }) => parts.map(({ text }) => text.trim()).join('|'))
const [alone] = replayPolicies as readonly [ReplayPolicy, ...ReplayPolicy[]]

describe('replay', () => {
  it('sends all that came before each step of the agent', () => {
    expect(texts(alone)).toEqual([
      'q1 q2',
      'q1 q2|sh|o1 o2 o3 o4 o5',
      'q1 q2|sh|o1 o2 o3 o4 o5|sh|p1 p2 p3 p4 p5',
    ])
  })

  it('sends nothing before there is anything to send', () => {
    const greeted = wordHistory([agent('hello'), user('hi'), agent('so?')])
    const sent = sentMessages(greeted.raw, greeted.messages, wordCounters)
    expect(replay({ ...greeted, messages: sent }, alone)).toHaveLength(1)
  })

  it('knows when', () => {
    expect(replay(session, alone, message => message * 10).map(({ seconds }) => seconds)).toEqual([
      10, 30, 50,
    ])
  })

  it('goes on from what a policy left', () => {
    expect(texts(windowPolicy('w', 7, 6))).toEqual(['q1 q2', 'sh|o1 o2 o3 o4 o5', 'sh|p1 p2 p3 p4 p5'])
    expect(texts(windowPolicy('w', 12, 6))).toEqual(['q1 q2', 'q1 q2|sh|o1 o2 o3 o4 o5', 'sh|p1 p2 p3 p4 p5'])
  })

  it('leaves alone what is exactly full', () => {
    expect(texts(windowPolicy('w', 8, 6))[1]).toBe('q1 q2|sh|o1 o2 o3 o4 o5')
    for (const policy of [windowPolicy('w', 15, 1), foveaPolicy('f', 15, 1), maskingPolicy('m', 20, 0)])
      expect(policy.rewrite(session.messages, session)).toBe(session.messages)
  })

  it('keeps the newest message, however large', () => {
    expect(texts(windowPolicy('w', 1, 1)).at(-1)).toBe('p1 p2 p3 p4 p5')
  })
})

describe('masking', () => {
  it('masks outputs outside the newest tokens, each turn or in steps', () => {
    expect(texts(maskingPolicy('m', 6, 0))).toEqual([
      'q1 q2',
      'q1 q2|sh|o1 o2 o3 o4 o5',
      'q1 q2|sh|[output omitted]|sh|p1 p2 p3 p4 p5',
    ])
    expect(texts(maskingPolicy('m', 6, 3)).at(-1)).toContain('[output omitted]')
    expect(texts(maskingPolicy('m', 6, 4)).at(-1)).not.toContain('[output omitted]')
  })

  it('leaves outputs that are no longer than the mask', () => {
    const whole = wordHistory([
      user('all of these words'),
      ...run('a', 'sh', '{}', 'no more'),
      ...run('b', 'sh', '{}', 'o1 o2 o3'),
      agent('x y z'),
    ])
    const messages = sentMessages(whole.raw, whole.messages, wordCounters)
    const kept = maskingPolicy('m', 1, 0)
      .rewrite(messages, whole)
      .flatMap(({ parts }) => parts)
    expect(kept.map(({ text }) => text.trim())).toEqual([
      'all of these words',
      'sh',
      'no more',
      'sh',
      '[output omitted]',
      'x y z',
    ])
  })
})

describe('our own policy', () => {
  it('compresses once the session is too large, and not before', () => {
    const long = Array.from({ length: 300 }, (_, line) => `line ${line} of value_${line}`).join('\n')
    const whole = wordHistory([
      user('go'),
      ...run('c1', 'sh', '{}', long),
      ...run('c2', 'sh', '{}', 'ok'),
      agent('a'),
      user('b'),
      agent('c'),
    ])
    const messages = sentMessages(whole.raw, whole.messages, wordCounters)
    const sizes = (policy: ReplayPolicy): readonly number[] =>
      replay({ ...whole, messages }, policy).map(({ parts }) =>
        parts.reduce((sum, { tokens }) => sum + tokens, 0),
      )
    expect(sizes(foveaPolicy('f', 2000, 400))).toEqual(sizes(alone))
    expect(Math.max(...sizes(foveaPolicy('f', 1000, 400)).slice(2))).toBeLessThan(500)
  })
})
