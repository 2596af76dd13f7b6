/** What was said becomes a summary: its context, decisions and solutions, word for word, with its handle. */
import type { ReduceInput, Reducer, Shorten } from '../reducer.ts'
import { fittedText } from './fitted-text.ts'
import { type ReadConversation, readConversation, type Sentence, type Topic } from './read-conversation.ts'

export const conversationSummary: Reducer = {
  name: 'conversation-summary',
  loss: 'recoverable',
  read(input: ReduceInput): Shorten {
    const conversation = readConversation(input.text, input.role)
    return fittedText(input, characters => write(input, conversation, characters))
  },
}

/** Decisions, and then solutions, may take so much of the room that is left, even if the others go short. */
const minShare = 0.6
const labels: readonly (readonly [Topic, string])[] = [
  ['context', 'Context'],
  ['decisions', 'Decisions'],
  ['solutions', 'Solutions'],
]
const gap = ' … '
/** `Context: `, `Decisions: `, `Solutions: ` and their line breaks. */
const labelLength = 36

function write(
  { messages: [first, last] = [0, 0], handle }: ReduceInput,
  { sentences, otherLines }: ReadConversation,
  characters: number,
): string {
  const place = first === last ? `message ${first}` : `messages ${first}-${last}`
  const head = `[Summary of ${place}:`
  const foot = `] [Full conversation: ${handle}]`
  let left = characters - head.length - foot.length - labelLength
  const chosen = new Set<number>()
  const forSolutions = lengthOf(sentences, 'solutions')
  left -= choose(sentences, 'decisions', Math.max(left * minShare, left - forSolutions), chosen)
  left -= choose(sentences, 'solutions', Math.max(left * minShare, Math.min(left, forSolutions)), chosen)
  choose(sentences, 'context', left, chosen)
  const sections = labels.flatMap(([topic, label]) => {
    const said = joined(sentences, chosen, topic)
    return said === '' ? [] : [`${label}: ${said}`]
  })
  const hidden = otherLines === 0 ? [] : [`(${otherLines} lines of code or output are not shown)`]
  const body = [...sections, ...hidden]
  if (body.length === 0) body.push('(nothing is shown)')
  return `${head}\n${body.join('\n')}${foot}`
}

function lengthOf(sentences: readonly Sentence[], topic: Topic): number {
  return sentences.reduce(
    (sum, { text, topic: own }) => sum + (own === topic ? text.length + gap.length : 0),
    0,
  )
}

/** The best sentences of a topic that fit; returns what they take. */
function choose(sentences: readonly Sentence[], topic: Topic, room: number, chosen: Set<number>): number {
  const ranked = sentences
    .map((_, index) => index)
    .filter(index => sentences[index]?.topic === topic)
    .sort((a, b) => worth(sentences[b]) - worth(sentences[a]) || a - b)
  const said = new Set<string>()
  let used = 0
  for (const index of ranked) {
    const { text } = sentences[index] as Sentence
    const cost = text.length + gap.length
    if (used + cost > room || said.has(text)) continue
    said.add(text)
    chosen.add(index)
    used += cost
  }
  return used
}

/** Any sentence costs as much as so many characters beside its own. */
const costOfOne = 60

function worth(sentence: Sentence | undefined): number {
  return sentence === undefined ? 0 : sentence.score / (sentence.text.length + costOfOne)
}

/** In reading order; what was left out between two sentences shows. */
function joined(sentences: readonly Sentence[], chosen: ReadonlySet<number>, topic: Topic): string {
  let said = ''
  let previous: number | undefined
  for (const [index, { text, topic: own }] of sentences.entries()) {
    if (own !== topic || !chosen.has(index)) continue
    said += previous === undefined ? text : (previous === index - 1 ? ' ' : gap) + text
    previous = index
  }
  return said
}
