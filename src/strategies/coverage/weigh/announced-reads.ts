/** What an agent said right before it read something or ran a command: the result says more. */
import { isAnnouncement } from '../../../ledger/facts/announcement.ts'
import { hasReasonWords, isLeadIn, isOneSentence, saysNoMoreThanStill } from '../facts/line-forms.ts'
import type { ConversationCandidates } from '../read/candidate-columns.ts'

/**
 * Whether a candidate announces the calls of its step, or fills the time until their results come, and no call of the step
 * changed a file.
 */
export function announcedReads({
  candidates: { texts, sections: sectionOf, length },
  sections,
}: Pick<ConversationCandidates, 'candidates' | 'sections'>): (piece: number) => boolean {
  const comesBeforeRead = new Uint8Array(sections.length)
  let hasCall = false
  let hasEdit = false
  for (let at = sections.length - 1; at >= 0; at -= 1) {
    const section = sections[at]
    if (section === undefined) continue
    const { author, turnsAgo } = section
    const isSaid = author === 'words'
    // Some hosts give each call its own message: a step ends with a result, or with a request, which may have no section.
    if ((!isSaid && author !== 'calls') || turnsAgo !== sections[at + 1]?.turnsAgo) {
      hasCall = false
      hasEdit = false
    }
    if (author === 'calls') {
      hasCall = true
      hasEdit ||= section.isReadOnly !== true && section.path !== undefined
    } else if (isSaid && hasCall && !hasEdit) comesBeforeRead[at] = 1
  }
  return piece => {
    const section = sectionOf[piece] as number
    if (comesBeforeRead[section] === 0) return false
    const text = (texts[piece] as string).trimEnd()
    const isLast = piece + 1 === length || sectionOf[piece + 1] !== section
    if (saysNoMoreThanStill(text)) return true
    return (
      (isAnnouncement(text) || (isLast && isLeadIn(text))) && isOneSentence(text) && !hasReasonWords(text)
    )
  }
}
