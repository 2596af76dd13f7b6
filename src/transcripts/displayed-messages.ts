/** A conversation that was printed for people, `role: text` after `role: text`, as chat messages again. */
import type { RawRecord } from '../formats/raw-value.ts'
import { toolCall, toolMessage } from './chat-message.ts'

interface Said {
  readonly role: string
  readonly lines: string[]
}

/**
 * Calls were not printed, only what they returned: each result answers a call of the assistant before it
 * whose name and arguments are lost.
 */
export function displayedMessages(text: string): readonly RawRecord[] {
  const said = splitByRole(text)
  return said.map(({ role, lines }, index) => {
    const content = lines.join('\n')
    if (role === 'tool') return toolMessage(callOf(index), content)
    if (role !== 'assistant') return { role, content }

    const results = countResults(said, index + 1)
    if (results === 0) return { role, content }
    const calls = Array.from({ length: results }, (_, at) => toolCall(callOf(index + 1 + at), 'unknown', {}))
    // Python printed the absence of text.
    return { role, content: content === 'None' ? null : content, tool_calls: calls }
  })
}

function callOf(index: number): string {
  return `call_${index}`
}

function countResults(said: readonly Said[], from: number): number {
  let end = from
  while (said[end]?.role === 'tool') end += 1
  return end - from
}

function splitByRole(text: string): readonly Said[] {
  const said: Said[] = []
  for (const line of text.split('\n')) {
    const role = roles.find(each => line.startsWith(`${each}: `) || line === `${each}:`)
    if (role !== undefined) said.push({ role, lines: [line.slice(role.length + 2)] })
    // Whatever precedes the first role is a heading that nobody said.
    else said.at(-1)?.lines.push(line)
  }
  return said
}

const roles = ['system', 'user', 'assistant', 'tool']
