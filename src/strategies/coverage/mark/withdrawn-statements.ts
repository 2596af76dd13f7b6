/** What an agent said and then took back: beside its correction it misleads. */
import { contentWords } from '../../../scan/content-words.ts'

/** Further words are about what to do now. */
const maxCorrection = 600
/** Of so many characters, the first says so. */
const maxLead = 200
/** A statement with so many words of the correction is the one that it corrects. */
const minShared = 4

/** `You're right, my mistake.`, `I was wrong about the cache.` */
const mistake =
  /\b(?:I was (?:wrong|mistaken|incorrect)|my mistake|I stand corrected|I (?:misread|misspoke|misunderstood)|my (?:earlier|previous) (?:answer|statement|claim) was)(?!\w)/i

export function concedes(text: string): boolean {
  return mistake.test(text.slice(0, maxLead))
}

/** The indices of such lines of the answer before it. */
export function withdrawnStatements(lines: readonly string[], correction: string): readonly number[] {
  const words = contentWords(correction.slice(0, maxCorrection))
  return lines.flatMap((line, at) => (contentWords(line).intersection(words).size >= minShared ? [at] : []))
}
