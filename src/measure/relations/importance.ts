/** How much the rest of a conversation hangs on each of its messages, from 0 to 1. */
import { weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import { forwardReferences } from './forward-references.ts'
import { isSpoken, type ReadUtterance, read, type Utterance } from './utterance.ts'

export const importanceWeights = {
  forwardReferences: 0.5,
  decision: 0.15,
  correction: 0.25,
  constraint: 0.1,
  mostOfSignals: 0.4,
  recency: 0.1,
} as const

/** Shared names with later messages, relative to the message that shares the most, plus what it decides, plus age. */
export function importance(messages: readonly Utterance[]): readonly number[] {
  const said = messages.map(read)
  const references = forwardReferences(said.map(({ identifiers }) => identifiers))
  const most = references.reduce((highest, count) => Math.max(highest, count), 1)
  const last = Math.max(1, messages.length - 1)
  return said.map(
    (message, index) =>
      importanceWeights.forwardReferences * ((references[index] ?? 0) / most) +
      signalWeight(message) +
      importanceWeights.recency * (index / last),
  )
}

function signalWeight(message: ReadUtterance): number {
  if (!isSpoken(message)) return 0
  const signals = weightySignalsIn(message.text)
  return Math.min(
    importanceWeights.mostOfSignals,
    (signals.includes('decision') ? importanceWeights.decision : 0) +
      (signals.includes('constraint') ? importanceWeights.constraint : 0) +
      (message.corrections.length > 0 ? importanceWeights.correction : 0),
  )
}
