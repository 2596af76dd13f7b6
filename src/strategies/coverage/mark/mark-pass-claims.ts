/** Statements of the agent that checks pass: the head of a view says how each check ended last. */
import { thoughtSignalsIn } from '../../../scan/signals/thought-signals.ts'
import type { Section } from '../read/candidate.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { isUninformativeBit, partIn } from '../read/line-bits.ts'
import type { CommandRun } from './earlier-runs.ts'
import { workParts } from './work-parts.ts'

/**
 * Hides a claim that checks pass where one failed later, and where its section has other lines. Where no check ran, the claim is all
 * that is known.
 */
export function markPassClaims(
  runs: readonly CommandRun[],
  candidates: CandidateColumns,
  sections: readonly Section[],
): void {
  if (!runs.some(({ isCheck }) => isCheck)) return
  const lastFailure = runs.findLast(({ isCheck, hasFailed }) => isCheck && hasFailed)?.message ?? -1
  const { texts, bits, sections: sectionOf } = candidates
  for (let at = 0; at < candidates.length; ) {
    const section = sectionOf[at] as number
    const claims: number[] = []
    let others = 0
    for (; at < candidates.length && sectionOf[at] === section; at += 1)
      if (workParts.has(partIn(bits[at] as number)) && claimsPass(texts[at] as string)) claims.push(at)
      else if (((bits[at] as number) & isUninformativeBit) === 0) others += 1
    const isRefuted = (sections[section]?.message ?? 0) < lastFailure
    if (isRefuted || others > 0) for (const claim of claims) candidates.setUninformative(claim)
  }
}

/** A longer line says more than that. */
const maxClaim = 100
const check =
  /\b(?:tests?|checks?|builds?|lint(?:s|er|ing)?|CI|suite|type-?check(?:s|ing)?|compiles|compilation)(?!\w)/i
const verdict =
  /\b(?:pass|passes|passed|passing|green|clean|succeeds?|succeeded|successful|successfully|compiles|(?:0|no) (?:issues|errors|warnings|problems))(?!\w)/i
/** `so that all tests pass`, `the tests should pass`: not a claim. */
const other =
  /[?？:]\s{0,4}$|\b(?:not|fail\w{0,5}|should|must|will|would|until|before|after|if|when|once|whether|ensure|make sure|verify|expect\w{0,3}|to pass|let me|make|run|keep(?:ing)?|while|except|but|so that)(?!\w)|n['’]t\b/i

/** `All tests pass and lint is clean.`; not with what follows from it. */
export function claimsPass(text: string): boolean {
  return (
    text.trim().length <= maxClaim &&
    check.test(text) &&
    verdict.test(text) &&
    !other.test(text) &&
    !thoughtSignalsIn(text).includes('conclusion')
  )
}
