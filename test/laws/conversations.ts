/** Arbitrary conversations in every format: long outputs, repetitions, hostile texts, several tools at once. */
import fc from 'fast-check'
import type { Format } from '../../src/formats/format.ts'
import { formats } from '../../src/formats/index.ts'
import type { Block, Message } from '../../src/types.ts'

const word = fc.constantFrom(
  'deploy',
  'src/api/auth.ts',
  'OrderService',
  'ERROR',
  'failed',
  'timeout',
  '42',
  'the',
  'must',
  'never',
  'naïve',
  '价格',
  '错误',
  'Größe',
  '😀',
  '\uD83D',
  '__proto__',
  'db_3f9a2c71d04b',
  '[left out:',
  'stored: db_0123456789ab]',
  '\r',
  '\t',
)
const line = fc.array(word, { minLength: 0, maxLength: 14 }).map(words => words.join(' '))

/** Mostly short, sometimes an output of hundreds of lines, sometimes one endless line. */
const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: line.map(short => `.${short}`) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.array(line, { minLength: 3, maxLength: 12 }), fc.integer({ min: 10, max: 60 }))
      .map(([lines, times]) =>
        Array.from({ length: times }, (_, at) => `${at} ${lines[at % lines.length]}`).join('\n'),
      ),
  },
  { weight: 1, arbitrary: line.map(piece => `${piece}x`.repeat(400)) },
)

interface Step {
  readonly user: string | undefined
  readonly assistant: string
  readonly results: readonly string[]
}

const step: fc.Arbitrary<Step> = fc.record({
  user: fc.option(text, { nil: undefined }),
  assistant: text,
  results: fc.array(text, { maxLength: 3 }),
})

/** What a command prints when it runs again. */
function shownAgain(result: string, at: number): string {
  const lines = result.split('\n')
  const changed = at % 3 === 0 ? ['another line', `${at} more`] : at % 3 === 1 ? ['another line'] : []
  return lines.toSpliced(at % lines.length, 1, ...changed).join('\n')
}

/** Some texts are said again, so that there are duplicates; and some commands print nearly the same again. */
export const neutralConversation: fc.Arbitrary<readonly Message[]> = fc
  .tuple(
    text,
    fc.array(step, { minLength: 1, maxLength: 8 }),
    fc.constantFrom('once', 'once', 'again', 'changed'),
  )
  .map(([first, steps, times]) => {
    const messages: Message[] = [{ role: 'user', blocks: [textBlock(first)] }]
    const later = steps.map((each, at) =>
      times === 'changed'
        ? { ...each, results: each.results.map(result => shownAgain(result, at + 7)) }
        : each,
    )
    const all = times === 'once' ? steps : [...steps, ...later]
    for (const [number, { user, assistant, results }] of all.entries()) {
      if (user !== undefined) messages.push({ role: 'user', blocks: [textBlock(user)] })
      const calls = results.map((_, at): Block => {
        const callId = `call_${number}_${at}`
        return {
          type: 'toolCall',
          callId,
          name: 'run',
          text: JSON.stringify({ step: number % steps.length, at }),
          media: 'json',
        }
      })
      messages.push({ role: 'assistant', blocks: [textBlock(assistant), ...calls] })
      for (const [at, result] of results.entries())
        messages.push({
          role: 'tool',
          blocks: [
            { type: 'toolResult', callId: `call_${number}_${at}`, name: 'run', text: result, media: 'text' },
          ],
        })
    }
    return messages
  })

function textBlock(content: string): Block {
  return { type: 'text', text: content, media: 'text' }
}

export interface Conversation {
  readonly format: Format
  readonly messages: readonly unknown[]
}

export const conversation: fc.Arbitrary<Conversation> = fc
  .tuple(fc.constantFrom(...formats), neutralConversation)
  .map(([format, messages]) => ({ format, messages: rawMessages(format, messages) }))

/** Plain messages in their rich form, with identifiers that repeat. */
export function rawMessages(format: Format, messages: readonly Message[]): readonly unknown[] {
  const raw = format.create(messages)
  if (format.name !== 'plain') return deepFreeze(raw)
  return deepFreeze(raw.map((message, index) => ({ id: `m${index % 11}`, index, ...(message as object) })))
}

export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const part of Object.values(value)) deepFreeze(part)
  }
  return value
}
