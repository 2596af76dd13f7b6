/** A request that was stopped at once: what was asked for was taken back. */
import type { Message } from '../../../types.ts'
import { isTyped } from './view-part.ts'

const stopped = /^\[Request interrupted by user\]\s{0,4}$/

/** Whether a text of a message says so of the message before it. */
export function stopsRequest(text: string, messages: readonly Message[], message: number): boolean {
  return stopped.test(text) && message > 0 && isTyped(messages, message - 1)
}
