/** Words in which an agent says which step comes next, and nothing else. */
import { isAnnouncement, withoutLead } from '../../../ledger/facts/announcement.ts'
import { isFiller } from '../../../reduce/is-filler.ts'
import { sentences } from '../../../scan/sentences.ts'
import { speaksOfConstraint, speaksOfDecision } from '../../../scan/signals/weighty-signals.ts'
import { remembered } from '../../../tokens/remembered.ts'
import { hasReasonWords, isLeadIn, knowsEnough } from './line-forms.ts'

/** `Now update the tests:`, `I'm rerunning the tests.`: the step that it announces has not been made. Reasons may follow in the same line, if there is no other. */
export function announcesMore(text: string): boolean {
  const said = text.trim()
  const line = said.slice(said.lastIndexOf('\n') + 1)
  const parts = sentencesOf(line)
  const last = parts.at(-1) ?? ''
  return (
    isLeadIn(line) ||
    atWorkPhrase.test(last) ||
    isAnnouncement(last) ||
    (said === line && (parts.some(announcesStep) || orderPhrase.test(line)))
  )
}

function sentencesOf(line: string): readonly string[] {
  return sentences(line).map(({ start, end }) => line.slice(start, end).trim())
}

/** Not `Let me explain.` or `I'll keep the old name.` before other sentences. */
function announcesStep(sentence: string): boolean {
  return isAnnouncement(sentence) && !wordsOnly.test(withoutLead(sentence))
}

const wordsOnly = /^(?:answer|clarify|explain|keep|leave|need|recap|skip|stop|summari[sz]e)(?!\w)/i

/** `Now remove the old tests.`, `Now I can remove them.`; not `Now add your key.`, which the user has to do. */
const orderPhrase =
  /^now,? (?:(?:i|we) can (?:also )?)?(?!.{0,400}\byour?(?!\w))(?:add|adjust|change|clean|commit|convert|create|delete|extract|find|fix|handle|implement|integrate|make|move|refactor|register|remove|rename|replace|restructure|rewrite|update|wire|write)(?!\w)/i

/** An agent that waits for an answer, gives its opinion or says what it leaves as it is has ended its turn. */
const atWorkPhrase =
  /\bI(?:['’]m| am) ((?:now|also|still|currently) )?(?!waiting|assuming|hoping|recommending|concluding|leaning|inferring|suggesting|proposing|expecting|stopping|pausing|holding|leaving|keeping|skipping|deferring|avoiding)[a-z]{2,16}ing\b[^?]{0,300}$/

/** A longer text says more than which step comes next. */
const maxStepWords = 200
/** `Great, that works.` */
const maxPraise = 32
/** `First, add the import:` */
const orderedLead = /^(?:now|next|then|first|finally|also)(?!\w)/i
const defect =
  /\b(?:bugs?|wrong|missing|broken|breaks?|incorrect\w{0,2}|typos?|mistakes?|crash\w{0,3}|leaks?|regression|stale|fails?|failed|failing|failures?|issues?|problems?|unused|duplicated?|but|only|keep\w{0,3}|still)(?!\w)/i

/** `Perfect! Now let me add the types:`: no reason, defect or decision. */
export const saysOnlyStep: (text: string) => boolean = remembered(onlyStep, { minLength: 0 })

function onlyStep(text: string): boolean {
  const line = text.trim()
  if (line.length > maxStepWords || hasReasonWords(line) || defect.test(line)) return false
  if (speaksOfDecision(line) || speaksOfConstraint(line)) return false
  const parts = sentencesOf(line)
  return (
    parts.some(isStep) &&
    parts.every(part => isStep(part) || knowsEnough(part) || (part.length <= maxPraise && isFiller(part)))
  )
}

/** `Let me check the caller.`, `Now I have the full picture.`: without a reason, and not `Now the code uses it:`. */
export function isNextStep(sentence: string): boolean {
  if (isAnnouncement(sentence)) return !hasReasonWords(sentence)
  return knowsEnough(sentence) || (saysOnlyStep(sentence) && !isLeadIn(sentence))
}

function isStep(sentence: string): boolean {
  return (
    announcesStep(sentence) ||
    orderPhrase.test(sentence) ||
    (orderedLead.test(sentence) && isLeadIn(sentence)) ||
    isAtWork(sentence)
  )
}

/** `I'm checking the logs.` */
export function isAtWork(sentence: string): boolean {
  return sentence.startsWith('I') && atWorkPhrase.test(sentence)
}
