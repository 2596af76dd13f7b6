/** Decisions: marked sentences word for word, with the sentence that gives the reason where it follows. */
import { sessionSignalsIn } from '../../scan/signals/session-signals.ts'
import { weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import type { Role, Target } from '../../types.ts'
import type { FactBook } from './fact-book.ts'

/** A step of the work, not a choice: `I'll use the Read tool to look at it.` */
const isStep =
  /\b(?:tool|command|skill|subagent|agent)s? (?:to|for)\b|^(?:let me|now let me)\b|\bi['’]ll use (?:the |a )?[^ ]{1,40} (?:skill|tool|command|mode)\b/i
const isQuestion = /[?？]\W{0,3}$/
const isReason =
  /^\W{0,3}(?:because|since|this (?:avoids|keeps|lets|way|means)|the reason|reason:|why:|that way|weil|damit|因为|因為|这样|потому|porque|parce)/i

export function addDecisions(book: FactBook, place: Target, sentences: readonly string[], by: Role): void {
  for (const [index, about] of sentences.entries()) {
    if (isQuestion.test(about) || isStep.test(about) || !decides(about, by)) continue
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
  /(?<!^\W{0,6})\b(?:decisions?|chosen|approved|agreed)\b(?! (?:is|was|to|made|on|upon|that)\b|:)|\bdecision is (?:available|visible|recorded|stored)\b|\bthe plan is (?:complete|done|finished|implemented)\b/gi

/** A choice that gives its reason: `I'll keep the cache in memory instead of on disk.` */
const choice =
  /\b(?:i['’]ll|i will|we['’]ll|we will|i['’]m going to|i am going to) (?:keep|leave|stick|avoid|switch|drop|skip|treat|add|put|make) /i
const chosenFor = /\b(?:because|so that|to avoid|instead of|rather than)\b/i

/** `Let's do length only.`, `yes, remove it` */
const agreement =
  /^(?:(?:yes|yeah|yep|ok|okay|sure|right|good|agreed|no|nope)[,.! ]{1,3})?(?:let['’]?s (?!see|look|check|try|discuss|talk|say|assume)|go with |go for |stick with |stick to |keep |drop |forget about )/i

function decides(sentence: string, by: Role): boolean {
  if (by === 'user' && agreement.test(sentence)) return true
  if (choice.test(sentence) && chosenFor.test(sentence)) return true
  return (
    weightySignalsIn(sentence).includes('decision') &&
    weightySignalsIn(sentence.replace(noun, ' ')).includes('decision')
  )
}

/** Whether a text is worth being read for decisions. */
export function mayDecide(text: string): boolean {
  return weightySignalsIn(text).includes('decision') || choice.test(text)
}

function isNoReason(signal: string): boolean {
  return signal !== 'reason'
}
