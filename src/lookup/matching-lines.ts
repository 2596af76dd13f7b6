/** The lines of an original that hold a text, each with where it stands. */
import { formatOf } from '../formats/detect-format.ts'
import { isRecord } from '../formats/raw-value.ts'
import type { Message } from '../types.ts'

export interface MatchingRequest {
  /** The original, or a part of it. */
  readonly text: string
  readonly wanted: string
  /** Number of the text's first line. */
  readonly first: number
  /** `db_…#7`: the text is message 7 of several. */
  readonly handle: string
}

/** Capitals aside. `12: …` is line 12; in an original of several messages `#7: …` is a line of what message 7 says. */
export function matchingLines({ text, wanted, first, handle }: MatchingRequest): string {
  const folded = wanted.toLowerCase()
  const found: string[] = []
  const collect = (lines: readonly string[], place: (index: number) => string): void => {
    for (const [index, line] of lines.entries())
      if (line.toLowerCase().includes(folded)) found.push(`${place(index)}: ${line}`)
  }
  const [, part] = handle.split('#')
  const messages = messagesIn(text, part !== undefined)
  if (messages === undefined) collect(text.split('\n'), index => String(first + index))
  else {
    const number = Number(part ?? 1)
    for (const [index, { blocks }] of messages.entries())
      for (const block of blocks)
        if (block.type !== 'opaque') collect(block.text.split('\n'), () => `#${number + index}`)
  }
  return found.length === 0 ? `No line holds ${JSON.stringify(wanted)}.` : found.join('\n')
}

/** As JSON a message is one line, however many it says. An original of messages is a list, and a part of it is one. */
function messagesIn(text: string, isPart: boolean): readonly Message[] | undefined {
  if (!text.startsWith(isPart ? '{' : '[')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (messages.length === 0 || !messages.every(isRecord)) return undefined
    return formatOf(messages).read(messages)
  } catch {
    return undefined
  }
}
