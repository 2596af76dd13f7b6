/** Which messages come after a question of a person. */
import { asksSomething } from '../../../scan/asks-something.ts'
import type { Message } from '../../../types.ts'
import { requestTexts } from '../facts/view-part.ts'

/** Whether what a person said last before a message asks something. */
export function askedBefore(messages: readonly Message[]): (message: number) => boolean {
  const asked = new Uint8Array(messages.length)
  let isAsked = 0
  for (const [at, { role }] of messages.entries()) {
    asked[at] = isAsked
    const said = role === 'user' ? requestTexts(messages, at) : []
    if (said.length > 0) isAsked = Number(said.some(asksSomething))
  }
  return message => asked[message] === 1
}
