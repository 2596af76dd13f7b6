/** What was said, sentence by sentence: what was decided and why, what was solved, and what it was about. */
import { entities } from '../../scan/entities.ts'
import { segments } from '../../scan/segments.ts'
import { type Phrases, phraseFinder } from '../../scan/signals/phrase-finder.ts'
import { weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import type { Role } from '../../types.ts'
import { scoredSentences } from '../scored-sentences.ts'

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

/** How people say that something is solved, and why they chose it, in English, German, Chinese, Japanese and Russian. */
type SolutionSignal = 'solution' | 'rationale'

const phrases: Phrases<SolutionSignal> = {
  solution: [
    'fixed / fixes / the fix / solved / solves / solution / resolved / resolves / root cause / turned out / works now',
    'now works / now passes / now pass / tests pass / all pass / implemented / refactored / replaced … with / the cause was',
    'behoben / gelöst / Lösung / Ursache / funktioniert jetzt / läuft jetzt / umgesetzt / ersetzt durch',
    '解决 / 解決 / 修复 / 修復 / 已实现 / 原因是 / 根本原因 / 修正しました / 直しました / 解決しました',
    'исправлено / исправил / исправила / исправили / решена / причина / реализовано / теперь работает',
  ],
  rationale: [
    'because / since it / since we / since the / so that / due to / the reason / rationale / in order to / otherwise / therefore',
    'weil / denn / damit / aufgrund / deshalb / sonst / der Grund',
    '因为 / 因為 / 由于 / 由於 / 以便 / 所以 / 否则 / ため / なので / から',
    'потому что / так как / чтобы / поэтому / иначе',
  ],
}

export const solutionSignalsIn: (text: string) => readonly SolutionSignal[] = phraseFinder(phrases)
