/** The messages that a person typed for the agent, and those among them that say no more than that a request goes on or is taken back. */
import type { Speech } from '../../../scan/speakers/speech.ts'
import { typedTexts } from '../../../scan/speakers/typed-texts.ts'
import { whoSpoke } from '../../../scan/speakers/who-spoke.ts'
import { isWithdrawal } from '../../../scan/withdrawal.ts'
import type { Message } from '../../../types.ts'
import { isTyped } from '../facts/view-part.ts'

/** The last message before `end` that a person typed something for the agent in; -1 where there is none. */
export function lastTyped(messages: readonly Message[], end: number): number {
  return messages.slice(0, end).findLastIndex((_, at) => isForAgent(messages, at))
}

export function isForAgent(messages: readonly Message[], message: number): boolean {
  return isTyped(messages, message) && !isForProgram(messages, message)
}

/** `/exit`, `! git pull`: commands that the program of the agent runs by itself, and nothing else. */
function isForProgram(messages: readonly Message[], message: number): boolean {
  return isOfProgram(messages, message) && partsAt(messages, message).some(({ kind }) => kind === 'command')
}

/** Whether the user's program alone speaks in it, or is spoken to. */
function isOfProgram(messages: readonly Message[], message: number): boolean {
  const parts = partsAt(messages, message)
  return (
    parts.length > 0 &&
    parts.every(part => part.kind === 'program' || (part.kind === 'command' && !part.hasPrompt))
  )
}

export function partsAt(messages: readonly Message[], message: number): readonly Speech[] {
  const { role, blocks } = messages[message] as Message
  const { speechAt } = whoSpoke(messages)
  return role === 'user' ? blocks.flatMap((_, block) => speechAt({ message, block })) : []
}

/** The last message before what only the program says at the end: commands for it, what they printed, and what it adds by itself. */
export function lastForAgent(messages: readonly Message[]): number {
  let end = messages.length - 1
  for (let at = end; at >= 0; at -= 1) {
    const isAdded = isAddedByProgram(messages, at)
    if (!(isAdded || isOfProgram(messages, at))) break
    const [block] = messages[at]?.blocks ?? []
    const isCaveat = block?.type === 'text' && block.text.startsWith('<local-command-caveat>')
    if (isAdded || isCaveat || isForProgram(messages, at)) end = at - 1
  }
  return end
}

/** Instructions, the environment or a summary of what came before. */
function isAddedByProgram(messages: readonly Message[], message: number): boolean {
  const { role } = messages[message] as Message
  if (role === 'developer' || role === 'system') return true
  const parts = partsAt(messages, message)
  const isAdded = parts.every(({ kind }) => kind === 'instructions' || kind === 'summary')
  return parts.length > 0 && isAdded && !isForAgent(messages, message)
}

export function isWithdrawalAt(messages: readonly Message[], message: number): boolean {
  const blocks = messages[message]?.blocks ?? []
  const typed = blocks.flatMap((_, block) => typedTexts(messages, { message, block }))
  return isWithdrawal(typed.join('\n'))
}
