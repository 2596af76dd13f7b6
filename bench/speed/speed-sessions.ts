/** The sessions that speed is measured on, with their sizes. */
import { formatNamed } from '../../src/formats/index.ts'
import { countMessages } from '../../src/tokens/message-tokens.ts'
import { estimateCounter } from '../../src/tokens/tokens.ts'
import type { Transcript } from '../../src/transcripts/transcript.ts'
import { corpusTranscripts } from '../corpus-transcripts.ts'

export interface SpeedSession extends Transcript {
  /** By estimate. */
  readonly tokens: number
}

const minTokens = 30_000
const maxTokens = 250_000

/** Sessions of a size that is worth compressing. */
export async function speedSessions(): Promise<readonly SpeedSession[]> {
  const counter = estimateCounter()
  return (await corpusTranscripts())
    .map(transcript => {
      const { read, framing } = formatNamed(transcript.format)
      return { ...transcript, tokens: countMessages(read(transcript.messages), framing, counter) }
    })
    .filter(({ tokens }) => tokens >= minTokens && tokens <= maxTokens)
}

/** The one whose size is nearest. */
export function sessionNear(sessions: readonly SpeedSession[], tokens: number): SpeedSession {
  const [nearest] = sessions.toSorted((one, other) => distance(one) - distance(other))
  if (nearest === undefined) throw new Error('There is no session to measure.')
  return nearest

  function distance(session: SpeedSession): number {
    return Math.abs(session.tokens - tokens)
  }
}
