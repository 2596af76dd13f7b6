/** What an agent said right before it looked at something or ran it: what was found says more. */
import { isAnnouncement } from '../../ledger/facts/announcement.ts'
import type { ColumnCandidates } from './digest/candidates.ts'
import { givesReason, isLeadIn, isOneSentence } from './line-forms.ts'

/** Whether a candidate announces a call of its message, where none of these changed a file. */
export function announcedLooks({
  candidates: { texts, sections: sectionOf, length },
  sections,
}: Pick<ColumnCandidates, 'candidates' | 'sections'>): (piece: number) => boolean {
  const comesBeforeLook = new Uint8Array(sections.length)
  let message = -1
  let calls = 0
  let hasEdit = false
  for (let at = sections.length - 1; at >= 0; at -= 1) {
    const section = sections[at]
    if (section === undefined) continue
    if (section.message !== message) {
      message = section.message
      calls = 0
      hasEdit = false
    }
    if (section.author === 'calls') {
      calls += 1
      hasEdit ||= section.isLook !== true && section.path !== undefined
    } else if (section.author === 'words' && calls > 0 && !hasEdit) comesBeforeLook[at] = 1
  }
  return piece => {
    const section = sectionOf[piece] as number
    if (comesBeforeLook[section] === 0) return false
    const text = (texts[piece] as string).trimEnd()
    const isLast = piece + 1 === length || sectionOf[piece + 1] !== section
    return (isAnnouncement(text) || (isLast && isLeadIn(text))) && isOneSentence(text) && !givesReason(text)
  }
}
