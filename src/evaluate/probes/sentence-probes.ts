/** Probes about what was said: the task, what was decided and why, what stands in the way. */
import { isShellAnswer } from '../../actions/spoken-calls.ts'
import { proseSentences } from '../../scan/prose-sentences.ts'
import { phraseFinder } from '../../scan/signals/phrase-finder.ts'
import { weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import type { Message } from '../../types.ts'
import type { Probe } from '../probe.ts'
import { type Rarity, tellingTerms, topicOf } from '../telling-terms.ts'

const mostTerms = 3
const lengths = { shortest: 20, longest: 400 }

const blocksIn = phraseFinder({
  blocker: [
    "blocked by / blocked on / blocking issue / waiting for / waiting on / cannot proceed / can't proceed / unable to",
    'unclear / need your / need you to / open question / not sure whether',
    'blockiert / warte auf / unklar / brauche noch / offene Frage',
    '等待 / 无法继续 / 無法繼續 / 不清楚',
    '待ち / 不明',
    'заблокирован / ждём / жду / неясно',
  ],
})

const reason = /\b(?:because|since|so that|due to|in order to|weil|damit)\b|因为|因為|потому что/i

export function sentenceProbes(messages: readonly Message[], rarity: Rarity): readonly Probe[] {
  return messages.flatMap((message, index) =>
    message.role === 'user' || message.role === 'assistant'
      ? sentencesOf(message).flatMap(sentence => probesOfSentence(sentence, message, index, rarity))
      : [],
  )
}

function probesOfSentence(
  sentence: string,
  { role }: Message,
  message: number,
  rarity: Rarity,
): readonly Probe[] {
  const topic = topicOf(sentence, rarity)
  if (topic === undefined) return []
  const probes: Probe[] = []
  const ask = (type: Probe['type'], question: string, text: string, critical: boolean): void => {
    probes.push({
      type,
      question,
      keywords: tellingTerms(text, rarity, mostTerms, question),
      critical,
      message,
    })
  }
  if (weightySignalsIn(sentence).includes('decision')) {
    ask('decision', `What was decided about “${topic}”?`, sentence, role === 'user')
    const why = reason.exec(sentence)
    if (why !== null && why.index > 0)
      ask(
        'rationale',
        `Why: “${sentence.slice(0, why.index).trim()}”?`,
        sentence.slice(why.index + why[0].length),
        false,
      )
  }
  if (role === 'assistant' && blocksIn(sentence).length > 0)
    ask('blocker', `What stands in the way of “${topic}”?`, sentence, false)
  return probes
}

/** The task as it was first set, and as it was last. */
export function intentProbes(messages: readonly Message[], rarity: Rarity): readonly Probe[] {
  const asked = messages.flatMap((message, index) => {
    const isSaid = message.role === 'user' && !isShellAnswer(message)
    const [first] = isSaid ? sentencesOf(message) : []
    return first === undefined ? [] : [{ sentence: first, message: index }]
  })
  const first = asked[0]
  const last = asked.at(-1)
  const probe = (question: string, request: { sentence: string; message: number }): Probe => ({
    type: 'intent',
    question,
    keywords: tellingTerms(request.sentence, rarity, mostTerms, question),
    critical: true,
    message: request.message,
  })
  if (first === undefined || last === undefined) return []
  const original = probe('What did the user ask for in the beginning?', first)
  return last === first ? [original] : [original, probe('What did the user ask for last?', last)]
}

function sentencesOf({ blocks }: Message): readonly string[] {
  return blocks.flatMap(block => (block.type === 'text' ? proseSentences(block.text, lengths) : []))
}
