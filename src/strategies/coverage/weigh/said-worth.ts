/** The worth of a sentence of an agent by what it does: what was found comes before reasons, and steps and doubts come last. */
import { isAnnouncement } from '../../../ledger/facts/announcement.ts'
import { isFiller } from '../../../reduce/is-filler.ts'
import { sentences } from '../../../scan/sentences.ts'
import { sessionSignalsIn } from '../../../scan/signals/session-signals.ts'
import { thoughtSignalsIn } from '../../../scan/signals/thought-signals.ts'
import { speaksOfDecision } from '../../../scan/signals/weighty-signals.ts'
import { remembered } from '../../../tokens/remembered.ts'
import { hasReasonWords, isHypothesis, isLeadIn, isOneSentence } from '../facts/line-forms.ts'
import { isAtWork, saysOnlyStep } from '../facts/step-words.ts'

const found = 3
const reason = 2
const half = 0.5

/** A factor; 1 for a plain statement. Asked of each line or sentence of an agent, for every view of a session. */
export const saidWorth: (text: string) => number = remembered(readWorth, { minLength: 0 })

function readWorth(text: string): number {
  if (isOneSentence(text)) return sentenceWorth(text)
  const parts = sentences(text).map(({ start, end }) => text.slice(start, end).trim())
  const worths = parts.filter(part => !isFiller(part)).map(sentenceWorth)
  return worths.length === 0 ? 1 : Math.max(...worths)
}

function sentenceWorth(text: string): number {
  const signals = thoughtSignalsIn(text)
  const isStep = signals.includes('step') || isAnnouncement(text) || isAtWork(text) || saysOnlyStep(text)
  const concludes = signals.includes('conclusion') && !isLeadIn(text)
  // `It fails on main, too, so I'm checking the cache.`
  if (isStep) return concludes || decides(text) ? 1 : half
  if (signals.includes('hesitation')) return half
  if (concludes && !isHypothesis(text)) return found
  return signals.includes('advice') || hasReasonWords(text) ? reason : 1
}

/** `I'm keeping the old name rather than adding one.` */
function decides(text: string): boolean {
  return speaksOfDecision(text) || sessionSignalsIn(text).includes('replaces')
}
