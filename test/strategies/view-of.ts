/** Views as the tests look at them. */
import type { Format } from '../../src/formats/format.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { countMessage, countOverhead } from '../../src/tokens/message-tokens.ts'
import { exactCounter } from '../../src/tokens/tokens.ts'

export const chat: Format = formatNamed('openai-chat')
const counter = exactCounter()

export function tokensOf(format: Format, raw: readonly unknown[]): number {
  return format
    .read(raw)
    .reduce(
      (sum, message) => sum + countMessage(message, format.framing, counter),
      countOverhead([], format.framing),
    )
}

export function textsOf(format: Format, raw: readonly unknown[]): readonly string[] {
  return format
    .read(raw)
    .flatMap(({ blocks }) => blocks.flatMap(block => (block.type === 'opaque' ? [] : [block.text])))
}
