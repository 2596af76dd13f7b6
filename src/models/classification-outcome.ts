/** What became of each text that was to be classified, and how a receipt says it. */

import type { Note } from '../types.ts'
import type { NoAnswer } from './ask-all.ts'
import type { Classification } from './model.ts'
import { outcomeNotes, withoutAnswer } from './outcome-notes.ts'

export type Judged =
  | {
      readonly outcome: Classification['decision']
      readonly confidence: number
      /** Empty where none was given. */
      readonly reason: string
    }
  | { readonly outcome: 'rejected'; readonly why: string }

/** How asking a classifier about one text ended. */
export type Classified = Judged | NoAnswer

export type ClassificationOutcome = Classified & { readonly key: string }

const phrases = {
  preserve: 'to be preserved, by the classifier',
  compress: 'to be compressed, by the classifier',
  ...withoutAnswer('not decided by the classifier'),
}

export function classificationNotes(outcomes: readonly ClassificationOutcome[]): readonly Note[] {
  return outcomeNotes('classification', phrases, outcomes)
}
