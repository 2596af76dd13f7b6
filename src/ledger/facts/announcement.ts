/** Sentences in which an agent says what it is about to do. */
import { isQuestion } from '../../scan/is-question.ts'

/** Only this many of the latest steps are searched for among the calls. */
export const maxSteps = 30

/** `I should note that no test ran` and `I should not touch it` announce no step. */
const should =
  'i should(?! (?:also |probably )?(?:have|not|never|be|note|mention|point out|say|stress|clarify|flag|warn)(?!\\w))'
const intends = `(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|i am going to|i need to|${should}|we['’]ll|jetzt werde ich|ich werde|als nächstes)(?!\\w)`
const lead = new RegExp(
  `^[\\W_]{0,4}((?:ok|okay|good|great|perfect|right|alright|so|and|now|next|then|first|finally|also)(?!\\w)[,:.!]? ){0,3}${intends}`,
  'i',
)
const intention = new RegExp(intends, 'i')
const waitingPhrase =
  /\b(?:let me know|wait for|be happy to|be glad to|i['’]ll (?:be here|wait|await))(?!\w)/i
const conditionStart = /^[\W_]{0,4}(?:if|once|when|after|unless|should)(?!\w)/i

/** Whether any sentence of a text may be one: a quick test before the text is split into sentences. */
export function mayAnnounce(text: string): boolean {
  return intention.test(text)
}

export function isAnnouncement(sentence: string): boolean {
  return (
    lead.test(sentence) &&
    !waitingPhrase.test(sentence) &&
    !conditionStart.test(sentence) &&
    !isQuestion(sentence)
  )
}

/** `Now let me reply to the comments` → `reply to the comments`. */
export function withoutLead(sentence: string): string {
  return sentence.replace(lead, '').trimStart()
}

const looks =
  /^(re-?)?(?:look|read|check|see|view|examin|inspect|review|explor|search|find|understand|think|analy[sz]|investigat|verif|figur|get|gather|start|begin|continu|tak|try|trac|dig|list|open|show|work|us|focus|concentrat)(e|y|t?ing|ying)?$/i
/** What the agent does with the very words that follow: `Let me create a summary of what was done:` */
const speaks =
  /^(?:summari[sz]e|explain|present|report|answer|tell|share|recap|walk you|(?:provide|create|give|write|prepare) (you )?(?:(?:with|a|an|the|final|brief|short|quick|complete|comprehensive) ){0,4}(?:summary|overview|recap|message|answer|explanation)(?!\w))/i
const verb = /^((?:just|also|now|first|quickly|then|take|have|go|and|start by|be) ){0,3}(?<verb>[a-z-]+)/i

/** `use find_file to see where it is` */
const usedToLook = /^use .{1,60} to (?:see|look|find|check|read|search|inspect|view|list)(?!\w)/i

/** Whether it only announces to look at something or to say something: nothing that could be left undone. */
export function isLookAnnouncement(sentence: string): boolean {
  const rest = withoutLead(sentence)
  return looks.test(verb.exec(rest)?.groups?.verb ?? '') || usedToLook.test(rest) || speaks.test(rest)
}
