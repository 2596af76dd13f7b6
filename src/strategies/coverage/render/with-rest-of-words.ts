/** A short paragraph that the agent said since the last request is shown whole where a sentence of it is: its end says how it goes on. */
import { isFiller } from '../../../reduce/is-filler.ts'
import { isLeadIn } from '../facts/line-forms.ts'
import type { Candidate, CandidateList, Section } from '../read/candidate.ts'
import { saidWorth } from '../weigh/said-worth.ts'

/** About 60 words; sentences of a longer one are chosen one by one. */
const maxLength = 400

const code = /`[^`\n]{1,200}`/

/**
 * `chosen` with the other sentences of its section, which ends before `end`. Announcements are left out, except in the agent's last
 * words, and after a failure, where they name the remedy: ``Let me use `make all`.``
 */
export function withRestOfWords(
  chosen: readonly number[],
  { firstCandidate, followsFailure }: Pick<Section, 'firstCandidate' | 'followsFailure'>,
  end: number,
  candidates: CandidateList,
  isLastSaid = false,
): readonly number[] {
  if (chosen.length === 0 || chosen.length === end - firstCandidate) return chosen
  const shown = new Set(chosen)
  const all: number[] = []
  let length = 0
  for (let at = firstCandidate; at < end; at += 1) {
    const candidate = candidates.at(at) as Candidate
    const { text, part, lines } = candidate
    const isFurther = lines === 0
    length += text.length
    if (length > maxLength || part !== 'narration' || isFurther !== at > firstCandidate) return chosen
    const isNext = isLastSaid || (followsFailure === true && code.test(text))
    const isMore = says(candidate) && (isNext || saidWorth(text) >= 1)
    if (shown.has(at) || isMore) all.push(at)
  }
  return all
}

function says({ text, value, isCode, isUninformative }: Candidate): boolean {
  return value !== 'noise' && !isCode && !isUninformative && !isFiller(text) && !isLeadIn(text)
}
