/** When to compress, and how far: fill and drain lines well apart, safe moments, and no pass that cannot help. */
import { openCalls } from '../../measure/message-groups.ts'
import type { Message } from '../../types.ts'

export interface TriggerLines {
  /** From this share of the usable window on it is time. */
  readonly fill: number
  /** A pass goes down to this share. */
  readonly drain: number
  /** From this share on any moment will do, and any number of messages. */
  readonly critical: number
  /** Fewer messages are left alone while they fit. */
  readonly leastMessages: number
  /** A pass that saves less of what there was has made no progress. */
  readonly leastGain: number
}

export const triggerLines: TriggerLines = {
  fill: 0.7,
  drain: 0.5,
  critical: 0.9,
  leastMessages: 10,
  leastGain: 0.05,
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
  const { fill, drain, critical, leastMessages, leastGain } = checkedLines(lines)
  const share = tokens / Math.max(1, usable)
  const target = Math.floor(usable * drain)
  const full = `${percent(share)} of the usable window is full`
  const wait = (because: WaitReason, why: string): Trigger => ({ act: false, because, why })
  if (share < fill) return wait('room', `${full}, less than ${percent(fill)}`)
  if (messages < leastMessages && share < critical)
    return wait('few messages', `${messages} messages are fewer than ${leastMessages}`)
  if (last !== undefined) {
    const floor = last.floor ?? 0
    // What was added since must be worth a pass: the floor stays where it is.
    if (floor > target && tokens - floor < usable * leastGain)
      return {
        act: false,
        because: 'floor',
        why: `${floor} tokens may not be touched, which is above the drain line of ${target}`,
        tokens: floor,
      }
    const gained = last.tokensBefore - last.tokensAfter
    const isSpent = gained < last.tokensBefore * leastGain
    if (isSpent && tokens - last.tokensAfter < usable * leastGain)
      return wait('no progress', `the last pass saved ${gained} tokens, and hardly anything came since`)
  }
  if (!isSafe && share < critical)
    return wait(
      'unsafe moment',
      `a call is open or a turn is under way, and ${full}, less than ${percent(critical)}`,
    )
  return { act: true, why: full, target }
}

/** Lines that do not stand in order would compress for ever, or never. */
function checkedLines(lines: TriggerLines): TriggerLines {
  return {
    ...lines,
    drain: Math.min(lines.drain, lines.fill),
    critical: Math.max(lines.critical, lines.fill),
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
