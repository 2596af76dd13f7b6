/** The user's answer to a question of the agent: a decision, with its question. */
import { contentWords } from '../../scan/content-words.ts'
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import { namedOptions } from '../facts/numbered-options.ts'
import type { Fact, Row } from '../ledger.ts'
import { rowOf } from './row-of.ts'

interface Answers {
  readonly rows: readonly Row[]
  /** Sentences that the replies say anyway. */
  readonly absorbed: ReadonlySet<Fact>
}

/** `decisions`, `questions`: the facts of these sections, in order. Replies to anything else are kept, not shown. */
export function answerRows(decisions: readonly Fact[], questions: readonly Fact[]): Answers {
  const asked = new Map(questions.map(question => [question.turn, question]))
  const said = Map.groupBy(
    decisions.filter(({ kind, by }) => kind === 'said' && by === 'user'),
    ({ turn }) => turn,
  )
  const absorbed = new Set<Fact>()
  const rows: Row[] = []
  for (const answer of decisions) {
    if (answer.kind !== 'answered') continue
    const { about, turn } = answer
    const question = asked.get(turn - 1)
    const same = (said.get(turn) ?? []).filter(fact => about.includes(fact.about))
    // A printed ledger that was read back holds it already.
    const isKnown = same.some(({ text }) => text?.endsWith('?'))
    const words = { section: 'decisions', key: `answer ${turn}`, value: about }
    if (question === undefined || isKnown || !isReply(about, question.about))
      rows.push(rowOf({ ...words, state: 'hidden' }, [answer]))
    else {
      for (const fact of same) absorbed.add(fact)
      rows.push({
        ...rowOf({ ...words, state: '', note: askedIn(question, about) }, [answer]),
        facts: [question, answer, ...same],
      })
    }
  }
  return { rows, absorbed }
}

/** The question, below the options that the reply names by their numbers. */
function askedIn({ about, text = '' }: Fact, reply: string): string {
  const options = namedOptions(reply, text === '' ? [] : text.split('\n'))
  // The question may be the last of them.
  return [...options.filter(option => option !== about), about].join('\n')
}

/** `yes`, `no, …`, `2`, `b)`, `option 3`, `both`, `leave it`. */
const opening = lazyPattern(
  "^\\W{0,3}(?:(?:y|yes|yep|yeah|yup|sure|no|nope|nah|please|agreed|correct|exactly|definitely|absolutely|both|neither|either|all|none|first|second|third|the former|the latter|former|latter|the first|the second|option|sounds good|looks good|lgtm|do it|do that|do both|go ahead|go for|go with|go on|proceed|continue|not yet|not now|later|skip|leave|keep|drop|i['’]?d|i would|i prefer|i think|prefer|can leave|let['’]?s|lets|ja|nein|genau|beide|да|нет|sí|si|oui|non)(?![\\p{L}\\p{N}])|[a-h\\d]{1,2}(?:\\s?[+,&)/.]|\\s?and\\s|$)|[好是不对可可]|はい|いいえ)",
  'iu',
)

/** How many words of the question a reply must repeat. */
const sharedWords = 3
/** `ok, the other one` answers, `ok, I hope you remember it` does not. */
const weakOpening = lazyPattern(String.raw`^\W{0,3}(?:ok|okay|k|right)(?![\p{L}\p{N}])`, 'iu')
const maxAfterWeak = 40
const asksBack = /^\W{0,3}([a-h\d][).] ?)?(?:why|what|how|when|where|who|which)(?!\w)/i

/** Whether a short message of the user answers the question before it, or refers to something else. */
function isReply(reply: string, question: string): boolean {
  if (asksBack.test(reply)) return false
  if (opening(reply).test(reply) || (weakOpening(reply).test(reply) && reply.length <= maxAfterWeak))
    return true
  const asked = contentWords(question)
  let shared = 0
  for (const word of contentWords(reply)) if (asked.has(word)) shared += 1
  return shared >= sharedWords
}
