/** Probes about statements: the task, decisions and their reasons, blockers. */
import { proseSentences } from '../../scan/prose-sentences.ts'
import { phraseFinder } from '../../scan/signals/phrase-finder.ts'
import { weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import { typedTexts } from '../../scan/speakers/typed-texts.ts'
import type { Message } from '../../types.ts'
import { informativeTerms, type Rarity, topicOf } from './informative-terms.ts'
import type { Probe } from './probe.ts'

const maxTerms = 3
const lengths = { minLength: 20, maxLength: 400 }

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
      ? sentencesOf(messages, index, isInformative).flatMap(sentence =>
          probesOfSentence(sentence, message, index, rarity),
        )
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
      keywords: informativeTerms(text, rarity, maxTerms, question),
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

/** The task as first given, and as last given. */
export function intentProbes(messages: readonly Message[], rarity: Rarity): readonly Probe[] {
  const sentenceAt = (index: number): string | undefined => {
    return messages[index]?.role === 'user' ? sentencesOf(messages, index)[0] : undefined
  }
  const indices = [...messages.keys()]
  const first = firstAsked(indices, sentenceAt)
  const last = firstAsked(indices.reverse(), sentenceAt)
  const probe = (question: string, request: { sentence: string; message: number }): Probe => ({
    type: 'intent',
    question,
    keywords: informativeTerms(request.sentence, rarity, maxTerms, question),
    critical: true,
    message: request.message,
  })
  if (first === undefined || last === undefined) return []
  const original = probe('What did the user ask for in the beginning?', first)
  return last.message === first.message
    ? [original]
    : [original, probe('What did the user ask for last?', last)]
}

function firstAsked(
  indices: readonly number[],
  sentenceAt: (index: number) => string | undefined,
): { readonly sentence: string; readonly message: number } | undefined {
  for (const message of indices) {
    const sentence = sentenceAt(message)
    if (sentence !== undefined) return { sentence, message }
  }
  return undefined
}

/** Most texts contain no decision and no blocker: they need not be split. */
function isInformative(text: string): boolean {
  return weightySignalsIn(text).includes('decision') || blocksIn(text).length > 0
}

function sentencesOf(
  messages: readonly Message[],
  message: number,
  isRead = (_: string): boolean => true,
): readonly string[] {
  const { role, blocks } = messages[message] as Message
  return blocks.flatMap((block, index) => {
    if (block.type !== 'text' || !isRead(block.text)) return []
    const { text } = block
    // Text that a program inserted into the user's message is not from the user.
    const own = role === 'user' ? typedTexts(messages, { message, block: index }) : [text]
    return own.flatMap(each => proseSentences(each, lengths))
  })
}
