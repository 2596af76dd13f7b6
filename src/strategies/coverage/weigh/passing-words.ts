/** What an agent said in passing: the calls that followed, or later words, say more. */
import { announcesStep, isHypothesis, speaksOfDiagnostics } from '../facts/line-forms.ts'
import { saysOnlyStep } from '../facts/step-words.ts'
import type { ViewPart } from '../facts/view-part.ts'
import type { Section } from '../read/candidate.ts'
import type { ConversationCandidates } from '../read/candidate-columns.ts'
import { partIn } from '../read/line-bits.ts'
import { announcedReads } from './announced-reads.ts'

/** Announcements of edits are kept in this many of the newest steps. */
const newestSteps = 6

interface PassingWords {
  /** 1 for announcements, and for assumptions that were checked since. */
  readonly isPassing: Uint8Array
  /** 1 for announcements of steps that were made: in earlier turns, before a read-only call, and of older edits. */
  readonly isOldStep: Uint8Array
}

export function passingWords(
  { candidates, sections }: Pick<ConversationCandidates, 'candidates' | 'sections'>,
  weighed: ArrayLike<number>,
): PassingWords {
  const { texts, bits, sections: sectionOf, length } = candidates
  const announcesRead = announcedReads({ candidates, sections })
  // What the agent said last is what it is doing, however many calls ago.
  const lastSaid = sections.findLastIndex(({ author, isThought }) => author === 'words' && isThought !== true)
  const isPassing = new Uint8Array(length)
  const isOldStep = new Uint8Array(length)
  for (let piece = 0; piece < length; piece += 1) {
    if (weighed[piece] === 0) continue
    const part = partIn(bits[piece] as number)
    if (part !== 'narration' && part !== 'words' && part !== 'conclusion') continue
    const text = texts[piece] as string
    const at = sectionOf[piece] as number
    if (at === lastSaid) continue
    const section = sections[at] as Section
    const isAnnounced = isOldAnnouncement(section, text)
    const isDone =
      (isAnnounced && (part !== 'narration' || saysOnlyStep(text))) ||
      ((isPast(section) || saysOnlyStep(text)) && announcesRead(piece))
    isPassing[piece] = Number(isAnnounced || isDone || isOldRemark(part, text))
    isOldStep[piece] = Number(isDone)
  }
  return { isPassing, isOldStep }
}

/** The calls show what the agent had announced. */
function isOldAnnouncement({ age, turnsAgo, isThought, followsFailure }: Section, text: string): boolean {
  // Words after a failure are kept for its cause, not for the next step.
  const newest = turnsAgo > 0 || isThought === true || followsFailure === true ? 0 : newestSteps
  return age > newest && (announcesStep(text) || (isThought === true && saysOnlyStep(text)))
}

/** Whether it is not one of the newest steps. */
function isPast({ age, turnsAgo }: Section): boolean {
  return turnsAgo > 0 || age > newestSteps
}

/** An assumption of an earlier turn, or a remark on an editor's diagnostics: the last words of the turn have the conclusion. */
function isOldRemark(part: ViewPart, text: string): boolean {
  return part === 'words' && (isHypothesis(text) || speaksOfDiagnostics(text))
}
