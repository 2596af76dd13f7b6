/** The yardstick: a session's texts counted once by the package that most programs count with. */
import { clearMergeCache, countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base'
import { formatNamed } from '../../src/formats/index.ts'
import { countMessages } from '../../src/tokens/message-tokens.ts'
import { runCuts } from '../../src/tokens/token-runs.ts'
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
export function countOnce({ messages, format }: SpeedSession): number {
  setMergeCacheSize(1000)
  clearMergeCache()
  const { read, framing } = formatNamed(format)
  return countMessages(read(messages), framing, referenceCounter)
}
