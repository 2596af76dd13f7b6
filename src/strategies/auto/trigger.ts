/** When to compress, and how far: high- and low-water marks well apart, and safe moments. */
import { openCalls } from '../../measure/message-groups.ts'
import type { Message } from '../../types.ts'

/** From this share of the usable window on it is time. */
const highWater = 0.7
/** A pass goes down to this share. */
const lowWater = 0.5
/** From this share on any moment will do, and any number of messages. */
const critical = 0.9
/** Fewer messages are left alone while they fit. */
const minMessages = 10

export interface Moment {
  /** Of the messages, and what is left of the window for them. */
  readonly tokens: number
  readonly usable: number
  readonly messages: number
  readonly isSafe: boolean
}

export type Trigger =
  | {
      readonly act: true
      readonly why: string /** The most that the messages may come to. */
      readonly target: number
    }
  | { readonly act: false; readonly why: string }

export function triggerAt({ tokens, usable, messages, isSafe }: Moment): Trigger {
  const share = tokens / Math.max(1, usable)
  const full = `${percent(share)} of the usable window is full`
  const wait = (why: string): Trigger => ({ act: false, why })
  if (share < highWater) return wait(`${full}, less than ${percent(highWater)}`)
  if (messages < minMessages && share < critical)
    return wait(`${messages} messages are fewer than ${minMessages}`)
  if (!isSafe && share < critical)
    return wait(`a call is open or a turn is under way, and ${full}, less than ${percent(critical)}`)
  return { act: true, why: full, target: Math.floor(usable * lowWater) }
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
