import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSafeMoment, type Moment, triggerAt, triggerLines } from '../../../src/strategies/auto/trigger.ts'
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
    expect(triggerAt(moment({ tokens: 69_999 }))).toMatchObject({ act: false, because: 'room' })
    expect(triggerAt(moment({ tokens: 70_000 }))).toMatchObject({ act: true, target: 50_000 })
  })

  it('leaves a few messages alone', () => {
    expect(triggerAt(moment({ messages: 9 }))).toMatchObject({ act: false, because: 'few messages' })
  })

  it('waits for a safe moment, but not when the window is nearly full', () => {
    expect(triggerAt(moment({ isSafe: false }))).toMatchObject({ act: false, because: 'unsafe moment' })
    expect(triggerAt(moment({ isSafe: false, tokens: 90_000 }))).toMatchObject({ act: true })
  })

  it('makes no second pass after one that did not help, until something new has come', () => {
    const last = { tokensBefore: 81_000, tokensAfter: 79_000 }
    expect(triggerAt(moment({ last }))).toMatchObject({ act: false, because: 'no progress' })
    expect(triggerAt(moment({ last, tokens: 85_000 }))).toMatchObject({ act: true })
    expect(triggerAt(moment({ last: { tokensBefore: 120_000, tokensAfter: 79_000 } }))).toMatchObject({
      act: true,
    })
  })

  it('names the floor instead of trying again', () => {
    const last = { tokensBefore: 120_000, tokensAfter: 78_000, floor: 78_000 }
    expect(triggerAt(moment({ last }))).toEqual({
      act: false,
      because: 'floor',
      why: '78000 tokens may not be touched, which is above the low-water mark of 50000',
      tokens: 78_000,
    })
    expect(triggerAt(moment({ last, tokens: 84_000 }))).toMatchObject({ act: true })
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

  it('keeps its lines in order, whatever it is given', () => {
    const crossed = { ...triggerLines, lowWater: 0.95, critical: 0.1 }
    expect(triggerAt(moment(), crossed)).toMatchObject({ act: true, target: 70_000 })
    expect(triggerAt(moment({ isSafe: false }), crossed)).toMatchObject({ act: true })
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
