/** What the form of a line or sentence says about it. */
import { isAnnouncement } from '../../../ledger/facts/announcement.ts'
import { contentWords } from '../../../scan/content-words.ts'
import { givesReason } from '../../../scan/signals/session-signals.ts'

/** `Good, I can see the tests.`, `Now I have the full picture:` */
const sees =
  /^(?:\S{1,12}[!.] )?((?:ok|okay|good|great|now|so),? )?i (?:can see|see|(now )?have (?:a|all|enough|the full)(?!\w)[^.]{0,40}(?:understanding|picture|context|information))(?!\w)/i
const enough =
  /^(?:(?:ok|okay|good|great|perfect|now|so)[,!.]? ){0,2}i (?:now )?(?:have (?:everything|enough|(?:an?|all|the) .{0,40}(?:understanding|picture|view|overview|context|information|i need))(?!\w| that ).{0,60}|understand (?:the|this|these) (?:bugs?|issues?|problems?|request|task|code|codebase|structure|situation|flow|patterns?)(?: and (?:the )?\w{1,20})?(?: (?:clearly|fully|now|better))?)\.$/i
const maxEnough = 100

/** `Now I have the full picture.`: not what it shows. */
export function knowsEnough(sentence: string): boolean {
  return sentence.length <= maxEnough && enough.test(sentence)
}

/** A longer one says why. */
const maxAnnouncement = 160

/**
 * Also matches what an agent says that it sees or knows: a view can omit it, but it is not a step that the ledger could find
 * among the calls.
 */
export function announcesStep(text: string): boolean {
  return text.length <= maxAnnouncement && /[:.]$/.test(text) && (isAnnouncement(text) || sees.test(text))
}

const opening =
  /^(?:(?:perfect|excellent|great|good|done|ok(ay)?|alright|sure|now)[!,.] ?)?(?:now (?:i|let me|that)(?!\w)|based on (?:my|the|this|all)(?!\w)|(?:now )?(?:i have|i['’]ve)(?!\w)|let me (?:compile|summari[sz]e|provide|write|present|create)(?!\w)|here(?:['’]s| is| are)(?!\w)|below is(?!\w)).{0,160}[:.]$/i

/** `Perfect! Now I have all I need. Here is the report:` */
export function opensReport(text: string): boolean {
  return opening.test(text)
}

/** `src/a.ts:12:5`: the place of a problem. */
const place = /[\w-]\.[a-z]{1,5}:\d{1,6}(?::\d{1,5})?\b/i

export function namesPlace(text: string): boolean {
  return place.test(text)
}

/** `the issue was`, `instead of`: why something is as it is or was done so, without a word such as `because`. */
const explanation =
  /\b(?:caused by|root cause|the (?:issue|problem|bug|cause) (?:is|was)|turns out|instead of|rather than|however|which means|no longer|only if|unless|not needed|decided|chose|won['’]t|doesn['’]t|didn['’]t|can['’]t)(?!\w)/i

export function hasReasonWords(text: string): boolean {
  return givesReason(text) || explanation.test(text)
}

const hypothesis =
  /^(?:hmm|wait|actually|hold on)(?!\w)|\b(?:might|maybe|perhaps|possibly|probably|presumably|likely|i think|i suspect|i wonder|(?:this|that|which) suggests|could be|would be|seems? (?:to|like))(?!\w)/i

/** `Hmm, this might be the cache`: an assumption that was checked since. */
export function isHypothesis(text: string): boolean {
  return hypothesis.test(text)
}

/** What an editor reports while files are being changed. */
const diagnostics = /\bdiagnostics?\b/i

export function speaksOfDiagnostics(text: string): boolean {
  return diagnostics.test(text)
}

const listItem = /^\s{0,12}(?:[-*+] |\d{1,3}[.)] )/

/** `- one`, `2. two` */
export function isListItem(text: string): boolean {
  return listItem.test(text)
}

const stepHeading =
  /^\s{0,3}#{1,6} \**((?:task|step|phase|part|stage|milestone|change|fix|issue|finding|option|PR) #?)?\d{1,3}[a-z]?(?:[.:)]| [—–-])\**:? ?\S/i

/** `## Task 2: Merge the two calls`, `### 3. Missing check`: an item of a list, with its subject. */
export function isStepHeading(text: string): boolean {
  return stepHeading.test(text)
}

const colonAtEnd = /:(?:\*\*)?\s{0,4}$/

/** `It has three parts:` */
export function isLeadIn(text: string): boolean {
  return colonAtEnd.test(text)
}

const sentenceEnd = /[.!?。！？]\s/
/** `Perfect! ` */
const maxExclamation = 12

/** Whether the text is a single sentence, apart from a word of praise before it. */
export function isOneSentence(text: string): boolean {
  return !sentenceEnd.test(text.slice(maxExclamation).trimEnd())
}

const maxStill = 120
const clauseEnd = /[.,:;!?…。！？]\s|\s[—–-]\s|\sand (?!for\b)/
const still =
  /^(?:(?:it|this|they)(?:['’]s|['’]re| is| are) )?still (?:running|waiting|going|building|in progress)(?!\w)|^(?:(?:i am|i['’]m|i['’]ll keep|i will keep) (?:still )?)?(?:waiting|continuing)(?!\w)|^(?:i['’]ll|i will|let me|let['’]s) (?:wait|continue)(?!\w)|^no (?:\w{1,20} )?(?:results?|output|answers?|response|reply|news|completion|progress|updates?|changes?) yet(?!\w)/i
/** Code, a number, a quotation, a name that is not at the beginning of a sentence. */
const names = /[`"“\d_]|[a-z][A-Z]|[A-Z]{2}|[^.;!?\s] (?!I\b)[A-Z]/

export function namesSomething(text: string): boolean {
  return names.test(text)
}

/** ` for the tests to finish`: with more words than this, the clause says something. */
const maxWaitedFor = 2
const toTheEnd = /\b(?:to|until) (?:finish|complete|end|return|be done)(?!\w)/gi

function isStill(clause: string): boolean {
  const found = still.exec(clause)
  if (found === null) return false
  const rest = clause.slice(found[0].length).replace(toTheEnd, ' ')
  return contentWords(rest).size <= maxWaitedFor
}

/** `Still running. No result yet.`: only that something continues, without a name. */
export function saysNoMoreThanStill(text: string): boolean {
  return (
    text.length <= maxStill &&
    still.test(text) &&
    !names.test(text) &&
    !hasReasonWords(text) &&
    text.split(clauseEnd).every(clause => isStill(clause) || isAnnouncement(clause))
  )
}

/** `    if (ready) {` in an answer: a line of an example. */
const codeEnd = /[{};]$|^\s{4,}\S|\)\s{0,2}=>|:= /

export function isExample(text: string): boolean {
  return codeEnd.test(text)
}

/** `'/tmp/Screenshot at 01.27.png'`: the path of a picture that came with a message. */
const picturePath =
  /^\s{0,4}['"]?(?:\/|~\/|[A-Za-z]:\\)[^'"\n]{1,400}\.(?:png|jpe?g|gif|webp|heic|bmp)['"]?\s{0,4}$/i

export function isPicturePath(text: string): boolean {
  return picturePath.test(text)
}
