/** When to compress, and how far: high- and low-water marks well apart, safe moments, and no pass that cannot help. */
import { openCalls } from '../../measure/message-groups.ts'
import type { Message } from '../../types.ts'

export interface TriggerLines {
  /** From this share of the usable window on it is time. */
  readonly highWater: number
  /** A pass goes down to this share. */
  readonly lowWater: number
  /** From this share on any moment will do, and any number of messages. */
  readonly critical: number
  /** Fewer messages are left alone while they fit. */
  readonly minMessages: number
  /** A pass that saves less of what there was has made no progress. */
  readonly minGain: number
}

export const triggerLines: TriggerLines = {
  highWater: 0.7,
  lowWater: 0.5,
  critical: 0.9,
  minMessages: 10,
  minGain: 0.05,
}

/** What the last pass came to. */
export interface LastPass {
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** Tokens that may not be touched, where they kept it from its goal. */
  readonly floor?: number
}

export interface Moment {
  /** Of the messages, and what is left of the window for them. */
  readonly tokens: number
  readonly usable: number
  readonly messages: number
  readonly isSafe: boolean
  readonly last?: LastPass | undefined
}

export type Trigger =
  | {
      readonly act: true
      readonly why: string /** The most that the messages may come to. */
      readonly target: number
    }
  | {
      readonly act: false
      readonly because: WaitReason
      readonly why: string /** Of a floor. */
      readonly tokens?: number
    }

/** Why nothing is done. */
export type WaitReason = 'room' | 'few messages' | 'unsafe moment' | 'no progress' | 'floor'

/** Pure: the same moment and the same lines always say the same. */
export function triggerAt(moment: Moment, lines: TriggerLines = triggerLines): Trigger {
  const { tokens, usable, messages, isSafe, last } = moment
  const { highWater, lowWater, critical, minMessages, minGain } = checkedLines(lines)
  const share = tokens / Math.max(1, usable)
  const target = Math.floor(usable * lowWater)
  const full = `${percent(share)} of the usable window is full`
  const wait = (because: WaitReason, why: string): Trigger => ({ act: false, because, why })
  if (share < highWater) return wait('room', `${full}, less than ${percent(highWater)}`)
  if (messages < minMessages && share < critical)
    return wait('few messages', `${messages} messages are fewer than ${minMessages}`)
  if (last !== undefined) {
    const floor = last.floor ?? 0
    // What was added since must be worth a pass: the floor stays where it is.
    if (floor > target && tokens - floor < usable * minGain)
      return {
        act: false,
        because: 'floor',
        why: `${floor} tokens may not be touched, which is above the low-water mark of ${target}`,
        tokens: floor,
      }
    const gained = last.tokensBefore - last.tokensAfter
    const isSpent = gained < last.tokensBefore * minGain
    if (isSpent && tokens - last.tokensAfter < usable * minGain)
      return wait('no progress', `the last pass saved ${gained} tokens, and hardly anything came since`)
  }
  if (!isSafe && share < critical)
    return wait(
      'unsafe moment',
      `a call is open or a turn is under way, and ${full}, less than ${percent(critical)}`,
    )
  return { act: true, why: full, target }
}

/** Lines that are out of order would compress for ever, or never. */
function checkedLines(lines: TriggerLines): TriggerLines {
  return {
    ...lines,
    lowWater: Math.min(lines.lowWater, lines.highWater),
    critical: Math.max(lines.critical, lines.highWater),
  }
}

/** At the end of a turn, with no call open: the agent has spoken last, or the user has just begun a turn. */
export function isSafeMoment(messages: readonly Message[]): boolean {
  const last = messages.at(-1)
  if (last === undefined) return true
  const hasToolPart = last.blocks.some(({ type }) => type === 'toolCall' || type === 'toolResult')
  return !hasToolPart && last.role !== 'tool' && openCalls(messages).size === 0
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
