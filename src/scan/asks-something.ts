/** Whether a person asks something in a message, also without a question mark. */
import { remembered } from '../tokens/remembered.ts'

export const asksSomething: (text: string) => boolean = remembered(text => {
  if (questionMark.test(text) || opensQuestion.test(text)) return true
  return text.length <= maxTyped && (questionWord.test(text) || asksFor.test(text))
})

/** A longer text is a plan, which speaks of what and why in many places. */
const maxTyped = 1000
/** Not part of an address or an expression. */
const questionMark = /[?？](?=[\s"'”)*_]|$)/
/** `do you think that is better`: many people type no question mark. */
const opensQuestion =
  /(?:^|[.!\n]\s{0,3})(?:do|does|did|is|are|was|were|should|would|has|have)(n['’]t)? (?:you|we|i|it|this|that|there|the|they|these|those|all|any|our|your)(?!\w)/i
/** `why did we change it`, `in this case what happens with old rows`; not `what we went with` or `how it works is clear`. */
const questionWord =
  /(?:^|[.!,:\n]\s{0,3}|\b(?:and|also|but|so|then|in [\w-]{1,30}) )(?:what(?:['’]s| (?:exactly )?(?:is|are|was|were|do|does|did|happens?|about)(?!\w))|why (?:exactly )?(?:is|are|was|were|do|does|did|can|should|would|has|have|not)(?:n['’]t)?(?!\w)|how (?:exactly )?(?:is|are|was|were|do|does|did|can|could|should|would|come|many|much|often|long)(?!\w)|which (?:ones?|of) )/i
/** `ask the maintainers whether it is used`, `investigate why the build fails`, `can you explain the difference`. */
const asksFor =
  /\b(?:(?:ask|check|explain|find out|figure out|investigate|let me know|let us know|tell me|tell us|wonder(?:ing)?)(?!\w)[^.!?\n]{0,60}\b(?:whether|if|why|what|how|which)(?!\w)|(?:explain|compare)(?!\w)[^.!?\n]{0,60}\bdifferences?(?!\w))/i
