/** Decisions: marked sentences word for word, with the sentence that gives the reason where it follows. */
import { sessionSignalsIn } from '../../scan/signals/session-signals.ts'
import { weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import type { Role, Target } from '../../types.ts'
import type { FactBook } from './fact-book.ts'

/** A step of the work, not a choice: `I'll use the Read tool to look at it.` */
const isStep = /\b(?:tool|command|skill|subagent|agent)s? (?:to|for)\b|^(?:let me|now let me)\b/i
const isQuestion = /[?？]\W{0,3}$/
const isReason =
  /^\W{0,3}(?:because|since|this (?:avoids|keeps|lets|way|means)|the reason|reason:|why:|that way|weil|damit|因为|因為|这样|потому|porque|parce)/i

export function addDecisions(book: FactBook, place: Target, sentences: readonly string[], by: Role): void {
  for (const [index, about] of sentences.entries()) {
    if (isQuestion.test(about) || isStep.test(about) || !decides(about)) continue
    const next = sentences[index + 1]
    const why =
      next !== undefined && isReason.test(next) && sessionSignalsIn(about).every(isNoReason)
        ? next
        : undefined
    book.add(place, {
      section: 'decisions',
      kind: 'said',
      about,
      by,
      ...(why === undefined ? {} : { text: why }),
    })
  }
}

/** `The decision logic is complex.` speaks of decisions and makes none. */
const noun =
  /(?<!^\W{0,6})\b(?:decisions?|chosen|approved|agreed)\b(?! (?:is|was|to|made|on|upon|that)\b|:)/gi

function decides(sentence: string): boolean {
  return (
    weightySignalsIn(sentence).includes('decision') &&
    weightySignalsIn(sentence.replace(noun, ' ')).includes('decision')
  )
}

function isNoReason(signal: string): boolean {
  return signal !== 'reason'
}
