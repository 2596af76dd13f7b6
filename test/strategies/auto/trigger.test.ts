import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSafeMoment, type Moment, triggerAt } from '../../../src/strategies/auto/decide-strategy.ts'
import type { Message } from '../../../src/types.ts'
import { answered, said } from '../../tools/evaluate/messages.ts'

const moment = (over: Partial<Moment> = {}): Moment => ({
  tokens: 80_000,
  usable: 100_000,
  messages: 40,
  isSafe: true,
  ...over,
})

describe('a trigger', () => {
  it('acts from the high-water mark on, down to the low-water mark', () => {
    expect(triggerAt(moment({ tokens: 69_999 }))).toMatchObject({
      act: false,
      why: expect.stringContaining('less than 70 %'),
    })
    expect(triggerAt(moment({ tokens: 70_000 }))).toMatchObject({ act: true, target: 50_000 })
  })

  it('leaves a few messages alone', () => {
    expect(triggerAt(moment({ messages: 9 }))).toMatchObject({
      act: false,
      why: '9 messages are fewer than 10',
    })
  })

  it('waits for a safe moment, but not when the window is nearly full', () => {
    expect(triggerAt(moment({ isSafe: false }))).toMatchObject({
      act: false,
      why: expect.stringContaining('a call is open'),
    })
    expect(triggerAt(moment({ isSafe: false, tokens: 90_000 }))).toMatchObject({ act: true })
  })

  it('never loops: a pass that reaches its target is followed by patience', () => {
    fc.assert(
      fc.property(
        fc.record({ tokens: fc.nat(1e6), usable: fc.nat(1e6), messages: fc.nat(100), isSafe: fc.boolean() }),
        at => {
          const first = triggerAt(at)
          if (!first.act) return
          expect(triggerAt({ ...at, tokens: first.target }).act).toBe(false)
        },
      ),
    )
  })
})

describe('a safe moment', () => {
  const [call, result] = answered('Bash', { command: 'ls' }, 'a') as readonly [Message, Message]
  it('is the end or the beginning of a turn', () => {
    expect(isSafeMoment([])).toBe(true)
    expect(isSafeMoment([said('user', 'Go on.')])).toBe(true)
    expect(isSafeMoment([call, result, said('assistant', 'Done.')])).toBe(true)
  })

  it('is not in the middle of one, nor while a call is open', () => {
    expect(isSafeMoment([call])).toBe(false)
    expect(isSafeMoment([call, result])).toBe(false)
    expect(isSafeMoment([call, said('user', 'Stop!')])).toBe(false)
  })
})
