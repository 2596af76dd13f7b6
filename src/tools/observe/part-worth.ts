/** Which parts of an observation go first when there is no room for all: the higher the worth, the longer it stays. */
import type { ObservedCommand, ObservedFact, ObservedFile } from './observation.ts'

/** The user's words, decisions and errors always stay. */
export function factWorth({ verb }: ObservedFact): number {
  switch (verb) {
    case 'said':
    case 'decided':
    case 'failed':
      return Infinity
    case 'printed':
    case 'noted':
      return 2
    case 'finished':
      return 4
    case 'found':
      return 5
    case 'planned':
    case 'asked':
    case 'committed':
      return 6
    case 'because':
      return 8
  }
}

export function fileWorth({ operation, isDoubtful }: ObservedFile): number {
  return operation === 'read' || isDoubtful === true ? 1 : 7
}

export function commandWorth({ outcome, printed }: ObservedCommand): number {
  if (outcome === 'failed') return 5
  return printed === undefined ? 3 : 4
}
