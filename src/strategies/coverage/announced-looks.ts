/** What an agent said right before it looked at something or ran it: what was found says more. */
import { isAnnouncement } from '../../ledger/facts/announcement.ts'
import type { ColumnCandidates } from './digest/candidates.ts'
import { givesReason, isLeadIn, isOneSentence, saysNoMoreThanStill } from './line-forms.ts'

/** Whether a candidate announces the calls of its step, or fills the time until they are answered, where none of these changed a file. */
export function announcedLooks({
  candidates: { texts, sections: sectionOf, length },
  sections,
}: Pick<ColumnCandidates, 'candidates' | 'sections'>): (piece: number) => boolean {
  const comesBeforeLook = new Uint8Array(sections.length)
  let calls = 0
  let hasEdit = false
  for (let at = sections.length - 1; at >= 0; at -= 1) {
    const section = sections[at]
    if (section === undefined) continue
    if (section.author === 'calls') {
      calls += 1
      hasEdit ||= section.isLook !== true && section.path !== undefined
    } else if (section.author === 'words') {
      if (calls > 0 && !hasEdit) comesBeforeLook[at] = 1
    } else {
      // Some hosts give each call a message of its own: a step ends with what was answered.
      calls = 0
      hasEdit = false
    }
  }
  return piece => {
    const section = sectionOf[piece] as number
    if (comesBeforeLook[section] === 0) return false
    const text = (texts[piece] as string).trimEnd()
    const isLast = piece + 1 === length || sectionOf[piece + 1] !== section
    if (saysNoMoreThanStill(text)) return true
    return (isAnnouncement(text) || (isLast && isLeadIn(text))) && isOneSentence(text) && !givesReason(text)
  }
}
