/** The yardsticks: a session's texts counted once, by the package that most programs count with and by our own counter. */
import { clearMergeCache, countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'
import { formatNamed } from '../../src/formats/index.ts'
import { exactCounter } from '../../src/tokens/exact-counter.ts'
import { countMessages } from '../../src/tokens/message-tokens.ts'
import { runCuts } from '../../src/tokens/run-cuts.ts'
import type { TokenCounter } from '../../src/types.ts'
import type { SpeedSession } from './speed-sessions.ts'

const asText = { disallowedSpecial: new Set<string>() }

export const referenceCounter: TokenCounter = {
  name: 'o200k_base',
  exact: true,
  count(text) {
    let tokens = 0
    let from = 0
    // It takes quadratic time for runs without a break.
    for (const cut of runCuts(text)) {
      tokens += countTokens(text.slice(from, cut), asText)
      from = cut
    }
    return tokens + countTokens(from === 0 ? text : text.slice(from), asText)
  },
}

/** Without what it remembers of the texts before. */
export function countOnce(session: SpeedSession): number {
  setMergeCacheSize(1000)
  clearMergeCache()
  return countBy(referenceCounter, session)
}

/** The same by our own counter, which remembers nothing. */
export function countOnceByOwn(session: SpeedSession): number {
  return countBy(ownCounter, session)
}

const ownCounter = exactCounter('o200k_base')

function countBy(counter: TokenCounter, { messages, format }: SpeedSession): number {
  const { read, framing } = formatNamed(format)
  return countMessages(read(messages), framing, counter)
}
