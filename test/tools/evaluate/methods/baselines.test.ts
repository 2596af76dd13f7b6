import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { History } from '../../../../src/tools/evaluate/history.ts'
import type { Method, MethodView } from '../../../../src/tools/evaluate/method.ts'
import {
  headAndTail,
  headAndTailOf,
  tailFrom,
  textTail,
} from '../../../../src/tools/evaluate/methods/head-and-tail.ts'
import { masking } from '../../../../src/tools/evaluate/methods/masking.ts'
import { none } from '../../../../src/tools/evaluate/methods/none.ts'
import { slidingWindow } from '../../../../src/tools/evaluate/methods/sliding-window.ts'
import { vendorSummary } from '../../../../src/tools/evaluate/methods/vendor-summary.ts'
import { anyCharacter } from '../../../any-character.ts'
import { agent, run, user, wordCounters, wordHistory } from '../word-history.ts'

const viewed = (method: Method, history: History, tokens: number): MethodView =>
  method.view(history, tokens) as MethodView

const session = wordHistory([
  user('one two three four'),
  ...run('c1', 'read', '{"path":"a.ts"}', 'out1 out2 out3 out4 out5 out6'),
  agent('now b'),
  ...run('c2', 'read', '{"path":"b.ts"}', 'more1 more2 more3 more4 more5 more6'),
])

describe('none', () => {
  it('is the history', () => {
    expect(viewed(none, session, 1).text).toBe(session.text)
    expect(viewed(none, session, 1).messages).toEqual(session.messages)
  })
})

describe('window', () => {
  it('keeps the newest parts and the end of the one before them', () => {
    expect(viewed(slidingWindow, session, 6).text).toBe('more1 more2 more3 more4 more5 more6')
    // The one token that is left goes to the line break.
    expect(viewed(slidingWindow, session, 7).text).toBe('more1 more2 more3 more4 more5 more6')
    expect(viewed(slidingWindow, session, 8).text).toBe('read\nb.ts\nmore1 more2 more3 more4 more5 more6')
  })

  it('keeps everything where everything fits, and nothing where nothing does', () => {
    expect(viewed(slidingWindow, session, 100).messages).toEqual(session.messages)
    expect(viewed(slidingWindow, session, 0).messages).toEqual([])
  })
})

describe('textTail', () => {
  it('is the longest end that fits', () => {
    expect(textTail('aa bb cc', 2, wordCounters.counter)).toBe(' bb cc')
    expect(textTail('aa bb cc', 3, wordCounters.counter)).toBe('aa bb cc')
    expect(textTail('aa bb cc', 0, wordCounters.counter)).toBe('')
  })

  it('never begins inside a character', () => {
    const oneEach = { name: 'units', exact: true, count: (text: string) => text.length }
    expect(textTail('😀😀', 3, oneEach)).toBe('😀')
    for (const character of ['\u{10000}', '\u{103ff}']) expect(tailFrom(`${character}a`, 1)).toBe('a')
    expect(tailFrom('ab\ue000', 2)).toBe('\ue000')
  })
})

describe('masking', () => {
  it('masks tool outputs, oldest first, and only as many as it must', () => {
    expect(session.tokens).toBe(4 + 2 + 6 + 2 + 2 + 6)
    expect(viewed(masking, session, 22).text).toBe(session.text)
    expect(viewed(masking, session, 18).text).toBe(
      'one two three four\nread\na.ts\n[output omitted]\nnow b\nread\nb.ts\nmore1 more2 more3 more4 more5 more6',
    )
    expect(viewed(masking, session, 17).text).toContain('b.ts\n[output omitted]')
  })

  it('keeps a masked output paired with its call', () => {
    expect(viewed(masking, session, 18).messages[2]).toMatchObject({
      role: 'tool',
      blocks: [{ type: 'toolResult', callId: 'c1', text: '[output omitted]' }],
    })
  })

  it('then drops whole messages, oldest first', () => {
    expect(viewed(masking, session, 12).text).toBe(
      'read\na.ts\n[output omitted]\nnow b\nread\nb.ts\n[output omitted]',
    )
    expect(viewed(masking, session, 0).messages).toEqual([])
  })

  it('does not mask what is no longer than the mask', () => {
    const short = wordHistory([user('one two three'), ...run('c', 'ls', '{}', 'a b')])
    expect(viewed(masking, short, 4).text).toBe('ls\n\na b')
    expect(viewed(masking, short, 5).text).not.toContain('omitted')
  })
})

describe('head and tail', () => {
  it('cuts every text to one length, the longest that fits', () => {
    const history = wordHistory([user('a b c d e f g h'), user('x y')])
    const { text } = viewed(headAndTail, history, 7)
    expect(text).toMatch(/^a b \n…\n.*h\nx y$/s)
    expect(wordCounters.counter.count(text)).toBeLessThanOrEqual(7)
  })

  it('marks the gap and keeps both ends', () => {
    expect(headAndTailOf('0123456789', 4)).toBe('01\n…\n89')
    expect(headAndTailOf('0123456789', 10)).toBe('0123456789')
    expect(headAndTailOf('0123456789', 0)).toBe('\n…\n')
  })

  it('does not cut inside a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), fc.nat(40), (text, length) => {
        expect(headAndTailOf(text, length).isWellFormed()).toBe(text.isWellFormed())
      }),
      { numRuns: 50 },
    )
  })
})

describe('vendor summary', () => {
  it('is what the agent wrote, and nothing where it wrote nothing', () => {
    expect(viewed(vendorSummary, { ...session, summary: 'in short' }, 1).text).toBe('in short')
    expect(vendorSummary.view(session, 1)).toBeUndefined()
  })
})

describe('every baseline', () => {
  const sessions = fc.array(fc.array(fc.constantFrom('aa', 'b1', 'cc', 'd\nd'), { maxLength: 12 }), {
    minLength: 1,
    maxLength: 8,
  })
  it.each([slidingWindow, masking])('$name meets any budget', method => {
    fc.assert(
      fc.property(sessions, fc.nat(60), (texts, tokens) => {
        const raw = texts.map((list, index) =>
          index % 2 === 0 ? [user(list.join(' '))] : run(`c${index}`, 'sh', '{}', list.join(' ')),
        )
        const view = viewed(method, wordHistory(raw.flat()), tokens)
        expect(wordCounters.counter.count(view.text)).toBeLessThanOrEqual(tokens)
      }),
    )
  })
})
