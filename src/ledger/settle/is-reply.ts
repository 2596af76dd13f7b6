/** Whether a short message of the user answers the question before it, or refers to something else. */
import { contentWords } from '../../scan/content-words.ts'

/** `yes`, `no, …`, `2`, `b)`, `option 3`, `both`, `leave it`. */
const opening =
  /^\W{0,3}(?:(?:y|yes|yep|yeah|yup|sure|no|nope|nah|please|agreed|correct|exactly|definitely|absolutely|both|neither|either|all|none|first|second|third|the former|the latter|former|latter|the first|the second|option|sounds good|looks good|lgtm|do it|do that|do both|go ahead|go for|go with|go on|proceed|continue|not yet|not now|later|skip|leave|keep|drop|i['’]?d|i would|i prefer|i think|prefer|can leave|let['’]?s|lets|ja|nein|genau|beide|да|нет|sí|si|oui|non)(?![\p{L}\p{N}])|[a-h\d]{1,2}(?:\s?[+,&)/.]|\s?and\s|$)|[好是不对可可]|はい|いいえ)/iu

/** So many words of the question that a reply takes up. */
const sharedWords = 3
/** `ok, the other one` answers, `ok, I hope you remember it` does not. */
const weakOpening = /^\W{0,3}(?:ok|okay|k|right)(?![\p{L}\p{N}])/iu
const mostAfterWeak = 40
const asksBack = /^\W{0,3}(?:[a-h\d][).] ?)?(?:why|what|how|when|where|who|which)\b/i

export function isReply(reply: string, question: string): boolean {
  if (asksBack.test(reply)) return false
  if (opening.test(reply) || (weakOpening.test(reply) && reply.length <= mostAfterWeak)) return true
  const asked = contentWords(question)
  let shared = 0
  for (const word of contentWords(reply)) if (asked.has(word)) shared += 1
  return shared >= sharedWords
}
