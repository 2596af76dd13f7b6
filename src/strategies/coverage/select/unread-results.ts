/** The results of the newest step that the agent has not spoken of: short ones are shown whole, since the work goes on with them. */
import { isFileOrigin } from '../../../scan/actions/source-of.ts'
import type { Section } from '../read/candidate.ts'
import { isUninformativeBit, valueIn } from '../read/line-bits.ts'
import type { CoverageInput } from './selection-input.ts'

interface Sections extends Pick<CoverageInput, 'costs' | 'sectionCosts'> {
  readonly candidates: {
    readonly candidates: { readonly bits: ArrayLike<number>; readonly length: number }
    readonly sections: readonly Pick<
      Section,
      'author' | 'message' | 'firstCandidate' | 'origin' | 'isSearch'
    >[]
  }
}

const maxLines = 40

/** The lines of as many results as fit into `room`, the latest first. `lastStep`: see `Turns`. */
export function unreadResults(
  { candidates: { candidates, sections }, costs, sectionCosts }: Sections,
  lastStep: number,
  room: number,
): readonly number[] {
  const isTakenUp = sections.some(({ author, message }) => author === 'words' && message > lastStep)
  if (lastStep < 0 || isTakenUp) return []
  const { bits } = candidates
  const shown: number[] = []
  let left = room
  for (let at = sections.length - 1; at >= 0; at -= 1) {
    const { author, message, firstCandidate, origin, isSearch } = sections[
      at
    ] as Sections['candidates']['sections'][number]
    if (message <= lastStep) break
    const end = sections[at + 1]?.firstCandidate ?? candidates.length
    if (author !== 'tools' || origin === undefined || end - firstCandidate > maxLines) continue
    // A line of a file belongs to its neighbours.
    const isOfFile = isSearch === true || isFileOrigin(origin)
    const pieces: number[] = []
    for (let piece = firstCandidate; piece < end; piece += 1) {
      const facts = bits[piece] as number
      const isNoise = !isOfFile && valueIn(facts) === 'noise'
      if ((facts & isUninformativeBit) === 0 && !isNoise) pieces.push(piece)
    }
    const cost = pieces.reduce((sum, piece) => sum + (costs[piece] as number), sectionCosts[at] as number)
    if (cost > left) continue
    left -= cost
    shown.push(...pieces)
  }
  return shown
}
