/** Facts from what the user said: the intent, rules, decisions, and what does or does not work. */
import { isProgramText, userText } from '../../scan/actions/harness-text.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { proseSentences } from '../../scan/prose-sentences.ts'
import { isDemand } from '../../scan/signals/demands.ts'
import { sessionSignalsIn } from '../../scan/signals/session-signals.ts'
import { unspacedScripts } from '../../scan/signals/unspaced-scripts.ts'
import type { Message, Role, Target } from '../../types.ts'
import { addDecisions } from './decision-facts.ts'
import type { FactBook } from './fact-book.ts'
import { addTyped } from './talk-facts.ts'

/** Shorter is an exclamation, longer is a document that somebody pasted. */
const ruleLengths = { shortest: 5, longest: 600 }
const minSpacedLength = 8
const isUnspaced = new RegExp(unspacedScripts, 'v')
const sentenceLengths = { shortest: 8, longest: 400 }
const maxIntentLength = 1500

/** `binds`: whether demands of the user are rules. */
export function addUserFacts(book: FactBook, messages: readonly Message[], at: number, binds: boolean): void {
  const message = messages[at] as Message
  let hasIntent = false
  addTyped(book, ...typedIn(messages, at))
  for (const [block, { type, text }] of textsOf(message)) {
    if (type !== 'text' || isProgramText(message, messages[at - 1], text)) continue
    const place = { message: at, block }
    const { typed, binding } = userText(text)
    for (const { start, end } of binds ? binding : []) addRules(book, place, text.slice(start, end), 'user')
    for (const { start, end } of typed) {
      const said = text.slice(start, end).trim()
      if (!hasIntent) {
        addIntent(book, place, said)
        addReply(book, place, said)
      }
      hasIntent = true
      const sentences = proseSentences(said, sentenceLengths)
      addDecisions(book, place, sentences, 'user')
      addReports(book, place, sentences)
    }
  }
}

function typedIn(
  messages: readonly Message[],
  at: number,
): readonly [Target, readonly string[], readonly string[]] {
  const message = messages[at] as Message
  const words = Array.from(textsOf(message)).flatMap(([block, { text }]) =>
    isProgramText(message, messages[at - 1], text)
      ? []
      : userText(text).typed.map(({ start, end }) => ({ block, text: text.slice(start, end).trim() })),
  )
  return [{ message: at, block: words[0]?.block ?? 0 }, words.map(({ text }) => text), []]
}

/** Rules of whoever may bind: the user, the system. */
export function addRules(book: FactBook, place: Target, text: string, by: Role): void {
  for (const about of proseSentences(text, ruleLengths))
    if ((about.length >= minSpacedLength || isUnspaced.test(about)) && isDemand(about))
      book.add(place, { section: 'constraints', kind: 'said', about, by })
}

function* textsOf({ blocks }: Message): Generator<[number, { type: string; text: string }]> {
  for (const [index, block] of blocks.entries()) if (block.type === 'text') yield [index, block]
}

const assent =
  /^(?:(?:hi|hello|y|yes|yep|yeah|ok|okay|k|sure|thanks|thank you|great|perfect|nice|cool|good|go|go on|go ahead|continue|proceed|carry on|keep going|please continue|do it|lgtm|ja|genau|weiter|mach weiter|danke|passt|好|好的|是|是的|继续|繼續|谢谢|可以|はい|続けて|お願いします|да|ок|продолжай|спасибо|sí|si|vale|continúa|gracias|adelante|oui|d'accord|vas-y|merci|please|all|it|that|do|do that|go for it)(?![\p{L}\p{N}])[\s.!。！,，]{0,4}){1,5}$/iu

/** `/mode` and `/clear` speak to the program, not to the agent; what it printed is shown, not said. */
const isForProgram = /^(?:\/[\w-]{0,40}$|diff --git |\$ [^\n]{1,400}\n)/

/** Says yes, go on or thanks, and asks for nothing. */
export function isAcknowledgement(said: string): boolean {
  return assent.test(said) || isForProgram.test(said)
}

function addIntent(book: FactBook, place: Target, said: string): void {
  const about = graphemeCut(said, maxIntentLength).trimEnd()
  book.add(place, {
    section: 'intent',
    kind: isAcknowledgement(said) ? 'acknowledged' : 'asked',
    about,
    by: 'user',
    ...(about.length < said.length ? { isCut: true } : {}),
  })
}

/** Longer replies are requests of their own. */
const maxReplyLength = 300

/** Only together with the message before it can be told whether it answers a question. */
function addReply(book: FactBook, place: Target, about: string): void {
  if (about.length <= maxReplyLength && !isForProgram.test(about) && !/[?？]$/.test(about))
    book.add(place, { section: 'decisions', kind: 'answered', about, by: 'user' })
}

/** `If it does not work, try another command.`, `That can panic.` */
const isCondition =
  /^[\W\d]{0,6}(?:if|when|whenever|in case|wenn|falls|如果|若|もし|если|si|cuando|quand)(?![\p{L}])|\b(?:can|could|may|might|would|will) (?:panic|crash|fail|throw|abort)/iu

function addReports(book: FactBook, place: Target, sentences: readonly string[]): void {
  for (const about of sentences) {
    const signals = isCondition.test(about) ? [] : sessionSignalsIn(about)
    if (signals.includes('fixed')) book.add(place, { section: 'errors', kind: 'fixed', about, by: 'user' })
    else if (signals.includes('report'))
      book.add(place, { section: 'errors', kind: 'reported', about, by: 'user' })
  }
}
