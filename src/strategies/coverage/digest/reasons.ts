/** Sentences that say why something is as it is, or was done so. */

/** `because`, `the issue was`, `instead of` */
const reasons =
  /\b(?:because|since|so that|in order to|due to|caused by|root cause|the (?:issue|problem|bug|reason|cause) (?:is|was)|turns out|instead of|rather than|actually|wait|however|which means|no longer|only if|unless|not needed|decided|chose|won['’]t|doesn['’]t|didn['’]t|can['’]t)\b/i

export function isReason(text: string): boolean {
  return reasons.test(text)
}
