/** A conversation that grows request by request, and small sessions to send it through. */
import { formatNamed } from '../../src/formats/index.ts'
import type { SessionOptions } from '../../src/session/session.ts'
import type { FormatName } from '../../src/types.ts'
import { longSession } from '../coverage-session.ts'

/** Lines low enough for a short history to cross them. */
export const smallLines: SessionOptions = { highWater: 4000, lowWater: 1500 }

export function history(steps: number, format: FormatName = 'anthropic'): readonly unknown[] {
  return formatNamed(format).create(longSession(steps)).slice(0, -2)
}

/** The lengths at which the agent is asked: before each of its messages, and at the end. */
export function requestLengths(
  messages: readonly unknown[],
  format: FormatName = 'anthropic',
): readonly number[] {
  const read = formatNamed(format).read(messages)
  const lengths = read.flatMap(({ role }, index) =>
    index > 0 && role === 'assistant' && read[index - 1]?.role !== 'assistant' ? [index] : [],
  )
  return [...lengths, messages.length]
}

export function serialized(messages: unknown): readonly string[] {
  return (messages as readonly unknown[]).map(message => JSON.stringify(message))
}

export function isPrefix(one: readonly string[], other: readonly string[]): boolean {
  return one.every((message, index) => message === other[index])
}

/** A tool's answer of many lines, one of them an error. */
export function longOutput(lines: number): string {
  return Array.from({ length: lines }, (_, line) =>
    line === Math.floor(lines / 3)
      ? 'src/app.ts:12:7 - error TS2345: Argument of type string is not assignable.'
      : `module_${(line * 7919) % 10_007} took ${(line * 31) % 997} ms over ${line} entries`,
  ).join('\n')
}

/** The history with one more call and its answer. */
export function withAnswer(
  messages: readonly unknown[],
  command: string,
  output: string,
): readonly unknown[] {
  const id = `call_${messages.length}`
  return [
    ...messages,
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] },
  ]
}
