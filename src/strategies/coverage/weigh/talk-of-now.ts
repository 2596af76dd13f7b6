/** What the work is about at the end of the conversation. */
import type { Message } from '../../../types.ts'
import { nowTurns, requestTexts } from '../facts/view-part.ts'
import type { ConversationCandidates } from '../read/candidate-columns.ts'
import { partIn } from '../read/line-bits.ts'

/** The last requests, and the agent's words since. `kept`: words in messages that stay as they are. */
export function talkOfNow({ candidates, sections }: ConversationCandidates, kept: string): string {
  const { texts, bits, sections: sectionOf } = candidates
  let said = kept
  for (let piece = 0; piece < candidates.length; piece += 1) {
    const part = partIn(bits[piece] as number)
    const isTurn = part === 'typed' || part === 'answer' || part === 'conclusion'
    const isNow = isTurn && (sections[sectionOf[piece] as number]?.turnsAgo ?? 0) <= nowTurns
    if (isNow || part === 'narration') said += `${texts[piece]}\n`
  }
  return said
}

/** What people say in the last requests. */
export function requestsOfNow(messages: readonly Message[]): string {
  const requests: string[] = []
  for (let message = messages.length - 1; message >= 0 && requests.length <= nowTurns; message -= 1) {
    const said = messages[message]?.role === 'user' ? requestTexts(messages, message) : []
    if (said.length > 0) requests.push(said.join('\n'))
  }
  return requests.join('\n')
}
