/** Summarizes talk: its context, decisions and solutions, word for word, with its handle. */
import { fittedText } from '../../../reduce/fitted-text.ts'
import type { ReduceInput, Reducer, Shorten } from '../../../reduce/reducer.ts'
import {
  type ReadTalk,
  readTalk,
  readTalkOfParts,
  type Sentence,
  type SpokenCommand,
  type Topic,
} from './read-talk.ts'

export const conversationSummary: Reducer = {
  name: 'conversation-summary',
  loss: 'recoverable',
  read(input: ReduceInput): Shorten {
    const { text, role, source, parts } = input
    const conversation = parts === undefined ? readTalk(text, role, source) : readTalkOfParts(parts)
    return fittedText(input, characters => write(input, conversation, characters))
  },
}

/** Decisions, and then solutions, may take at least this share of the remaining room. */
const minShare = 0.6
const labels: readonly (readonly [Topic, string])[] = [
  ['context', 'Context'],
  ['decisions', 'Decisions'],
  ['solutions', 'Solutions'],
]
/** Commands come first and may take this share. */
const commandShare = 0.8
const gap = ' … '
/** `Context: `, `Decisions: `, `Solutions: ` and their line breaks. */
const labelLength = 36

function write(
  { messages: [first, last] = [0, 0], handle }: ReduceInput,
  { sentences, otherLines, commands }: ReadTalk,
  characters: number,
): string {
  const place = first === last ? `message ${first + 1}` : `messages ${first + 1}-${last + 1}`
  const head = `[Summary of ${place}:`
  const foot = `] [Full conversation: ${handle}]`
  let left = characters - head.length - foot.length - labelLength
  const ran = ranWithin(commands, left * commandShare)
  left -= ran.length
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
  const body = [...sections, ...(ran === '' ? [] : [ran]), ...hidden]
  if (body.length === 0) body.push('(nothing is shown)')
  return `${head}\n${body.join('\n')}${foot}`
}

/** Every command that fits, then the reports of these commands that fit. */
function ranWithin(commands: readonly SpokenCommand[], room: number): string {
  if (commands.length === 0) return ''
  let left = room - 'Commands:'.length
  const shown = commands.filter(({ line }) => {
    left -= line.length + 3
    return left >= 0
  })
  const lines = shown.map(({ line, reports }) => {
    const said = reports.filter(report => {
      if (report.length + 3 > left) return false
      left -= report.length + 3
      return true
    })
    return `$ ${[line, ...said].join(' → ')}`
  })
  const missing = commands.length - shown.length
  const more = missing === 0 ? [] : [`… ${missing} ${shown.length === 0 ? 'in' : 'more in'} the original`]
  return ['Commands:', ...lines, ...more].join('\n')
}

function lengthOf(sentences: readonly Sentence[], topic: Topic): number {
  return sentences.reduce(
    (sum, { text, topic: own }) => sum + (own === topic ? text.length + gap.length : 0),
    0,
  )
}

/** Chooses the best sentences of a topic that fit; returns the characters that they take. */
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

/** Overhead of a sentence, in characters. */
const costOfOne = 60

function worth(sentence: Sentence | undefined): number {
  return sentence === undefined ? 0 : sentence.score / (sentence.text.length + costOfOne)
}

/** In reading order, with a mark where sentences were left out. */
function joined(sentences: readonly Sentence[], chosen: ReadonlySet<number>, topic: Topic): string {
  let said = ''
  let previous: number | undefined
  let last: string | undefined
  for (const [index, { text, topic: own, speaker }] of sentences.entries()) {
    if (own !== topic || !chosen.has(index)) continue
    const words = speaker === last || speaker === undefined ? text : `${speaker}: ${text}`
    said += previous === undefined ? words : (previous === index - 1 ? ' ' : gap) + words
    previous = index
    last = speaker
  }
  return said
}
