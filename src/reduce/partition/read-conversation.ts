/** What was said, sentence by sentence: what was decided and why, what was solved, and what it was about. */
import { entities } from '../../scan/entities.ts'
import { segments } from '../../scan/segments.ts'
import { weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import type { Role } from '../../types.ts'
import { scoredSentences } from '../scored-sentences.ts'
import { solutionSignalsIn } from './solution-phrases.ts'

export type Topic = 'decisions' | 'solutions' | 'context'

export interface Sentence {
  /** Word for word, on one line. */
  readonly text: string
  readonly topic: Topic
  readonly score: number
}

export interface ReadConversation {
  readonly sentences: readonly Sentence[]
  /** Lines that are no prose: code, tables, output. */
  readonly otherLines: number
}

/** Longer sentences fall apart into their clauses. */
const longestSentence = 400

export function readConversation(text: string, role: Role): ReadConversation {
  const sentences: Sentence[] = []
  let otherLines = 0
  for (const { kind, start, end } of segments(text)) {
    const part = text.slice(start, end)
    if (kind !== 'prose' && kind !== 'reasoning') {
      otherLines += part.trimEnd().split('\n').length
      continue
    }
    let isReasonWanted = false
    for (const span of scoredSentences(part, longestSentence, entities(part))) {
      const said = part.slice(span.start, span.end).replace(/\s+/g, ' ')
      const signals = solutionSignalsIn(said)
      const isDecision = weightySignalsIn(said).some(signal => signal === 'decision' || role === 'user')
      // The reason of a decision often follows in a sentence of its own.
      const isReason = isReasonWanted && signals.includes('rationale')
      const topic: Topic =
        isDecision || isReason ? 'decisions' : signals.includes('solution') ? 'solutions' : 'context'
      sentences.push({ text: said, topic, score: span.score })
      isReasonWanted = isDecision
    }
  }
  return { sentences, otherLines }
}
