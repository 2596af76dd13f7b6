/** The lines of an original by which its parts are asked for, each with where it is. */

import { formatOf } from '../../formats/detect-format.ts'
import { isRecord } from '../../formats/raw-value.ts'
import type { Message } from '../../types.ts'
import { readableMessages } from './readable-messages.ts'

export interface AddressedLine {
  readonly line: string
  /** `12`, and `12 (#7)` where it is of message 7 of several. */
  readonly place: string
}

/** `undefined` for an original that is a text: its lines are those that it has. `handle`: as it was asked for, `db_…#7`. */
export function messageLines(text: string, handle: string): readonly AddressedLine[] | undefined {
  const [, part] = handle.split('#')
  const messages = storedMessages(text, part !== undefined)
  return messages === undefined
    ? undefined
    : readableMessages(messages, Number(part ?? 1)).map(({ message, line }, index) => ({
        line,
        place: `${index + 1} (#${message})`,
      }))
}

export function textLines(text: string): readonly AddressedLine[] {
  return text.split('\n').map((line, index) => ({ line, place: String(index + 1) }))
}

/** Capitals aside. */
export function matchingLines(lines: readonly AddressedLine[], wanted: string): string {
  const folded = wanted.toLowerCase()
  const found = lines.filter(({ line }) => line.toLowerCase().includes(folded))
  if (found.length === 0) return `No line holds ${JSON.stringify(wanted)}.`
  return found.map(({ place, line }) => `${place}: ${line}`).join('\n')
}

/** Written as JSON in one line, however many lines they say; `isPart`: one of them, over several lines. */
function storedMessages(text: string, isPart: boolean): readonly Message[] | undefined {
  if (!(isPart ? text.startsWith('{') : text.startsWith('[') && !text.includes('\n'))) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (messages.length === 0 || !messages.every(isRecord)) return undefined
    return formatOf(messages).read(messages)
  } catch {
    return undefined
  }
}
