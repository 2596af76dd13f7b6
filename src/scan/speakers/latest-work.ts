/** What the work is about at the end of a conversation, as one text. */
import type { Block, Message } from '../../types.ts'
import { describeCall } from '../actions/describe-call.ts'
import { typedTexts } from './typed-texts.ts'

/** How many requests describe the current work: the last one may be `yes, do it`. */
const requests = 2
/** The beginning of a longer text says what it is about. */
const maxText = 2000
/** Most steps that count as the latest work. */
const maxAll = 20_000

/** It depends on the messages alone, and each view that is tried asks for it. */
const works = new WeakMap<readonly Message[], string>()

/** The last requests, and what the agent said and did since the last of them, the newest first. */
export function latestWork(messages: readonly Message[]): string {
  const known = works.get(messages) ?? readWork(messages)
  works.set(messages, known)
  return known
}

function readWork(messages: readonly Message[]): string {
  let asked = 0
  let work = ''
  for (let at = messages.length - 1; at >= 0 && asked < requests; at -= 1) {
    const { role, blocks } = messages[at] as Message
    if (role === 'assistant' && asked === 0 && work.length < maxAll)
      for (const block of blocks) work += `${ownText(block)}\n`
    if (role !== 'user') continue
    const typed = blocks.flatMap((_, block) => typedTexts(messages, { message: at, block }))
    if (typed.length > 0) asked += 1
    for (const text of typed) work += `${text.slice(0, maxText)}\n`
  }
  return work
}

function ownText(block: Block): string {
  if (block.type === 'text') return block.text.slice(0, maxText)
  return block.type === 'toolCall' ? describeCall(block) : ''
}
