/** How much the rest of a conversation depends on each message, from 0 to 1. */
import { weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import { isSpoken, type ReadUtterance, read, type Utterance } from './utterance.ts'

const importanceWeights = {
  forwardReferences: 0.5,
  decision: 0.15,
  correction: 0.25,
  constraint: 0.1,
  maxOfSignals: 0.4,
  recency: 0.1,
} as const

/** The number of later messages that share its names, relative to the highest, plus bonuses for signals and recency. */
export function importanceScores(messages: readonly Utterance[]): readonly number[] {
  const said = messages.map(read)
  const references = forwardReferences(said.map(({ identifiers }) => identifiers))
  const maxReferences = references.reduce((highest, count) => Math.max(highest, count), 1)
  const last = Math.max(1, messages.length - 1)
  return said.map(
    (message, index) =>
      importanceWeights.forwardReferences * ((references[index] ?? 0) / maxReferences) +
      signalWeight(message) +
      importanceWeights.recency * (index / last),
  )
}

function signalWeight(message: ReadUtterance): number {
  if (!isSpoken(message)) return 0
  const signals = weightySignalsIn(message.text)
  return Math.min(
    importanceWeights.maxOfSignals,
    (signals.includes('decision') ? importanceWeights.decision : 0) +
      (signals.includes('constraint') ? importanceWeights.constraint : 0) +
      (message.corrections.length > 0 ? importanceWeights.correction : 0),
  )
}

/** How many of the nearest later mentions of one name are read. */
const reach = 64

/**
 * Exact unless one of a message's names occurs in more than `reach` later messages. Then the result is the count of its most
 * common name, or of the messages within reach of all its names, whichever is higher: it may be too low, never too high.
 */
export function forwardReferences(mentions: readonly ReadonlySet<string>[]): readonly number[] {
  const references = new Array<number>(mentions.length).fill(0)
  /** Later messages by name, the nearest last. */
  const later = new Map<string, number[]>()
  /** `counted[j] === i`: message `j` was already counted for message `i`. */
  const counted = new Int32Array(mentions.length).fill(-1)
  for (let index = mentions.length - 1; index >= 0; index -= 1) {
    let commonest = 0
    let within = 0
    for (const name of mentions[index] ?? []) {
      const messages = later.get(name)
      if (messages === undefined) {
        later.set(name, [index])
        continue
      }
      commonest = Math.max(commonest, messages.length)
      for (let at = Math.max(0, messages.length - reach); at < messages.length; at += 1) {
        const message = messages[at] ?? 0
        if (counted[message] === index) continue
        counted[message] = index
        within += 1
      }
      messages.push(index)
    }
    references[index] = Math.max(commonest, within)
  }
  return references
}
