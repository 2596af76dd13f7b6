/** Hides edits that take earlier ones back, with the plan of those; what the agent says of it is why they were given up. */
import { announcesStep, isLeadIn, isListItem } from '../facts/line-forms.ts'
import type { Section } from '../read/candidate.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { partIn } from '../read/line-bits.ts'
import type { FileEdit } from './replaced-lines.ts'
import { withdrawnEdits } from './withdrawn-edits.ts'

/** `edits`: in order. The last ones stay: nothing else shows them yet. `show` gets the candidates. */
export function markTakenBack(
  edits: readonly FileEdit[],
  nameOf: (path: string) => string,
  { candidates, sections }: { readonly candidates: CandidateColumns; readonly sections: readonly Section[] },
  show: (candidate: number) => void,
): void {
  const { texts, bits } = candidates
  for (const { edit, earlier } of withdrawnEdits(edits, candidates, nameOf)) {
    const reason = saidBefore(edit).find(at => {
      const text = texts[at] as string
      return !announcesStep(text) && !isLeadIn(text) && !isListItem(text)
    })
    if (reason !== undefined) show(reason)
    for (let at = edit.first; at < edit.end; at += 1)
      if (partIn(bits[at] as number) !== 'latest') candidates.setUninformative(at)
    for (const at of earlier.flatMap(saidBefore)) {
      const text = texts[at] as string
      if (isListItem(text) || announcesStep(text)) candidates.setUninformative(at)
    }
  }

  /** The lines that the agent said right before an edit, in the same message. */
  function saidBefore({ first }: FileEdit): readonly number[] {
    const own = candidates.sections[first] as number
    const { message } = sections[own] as Section
    const said = sections[own - 1]
    if (said?.author !== 'words' || said.isThought === true || said.message !== message) return []
    const { firstCandidate } = sections[own] as Section
    return Array.from({ length: firstCandidate - said.firstCandidate }, (_, at) => said.firstCandidate + at)
  }
}
