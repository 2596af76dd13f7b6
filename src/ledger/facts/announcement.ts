/** Sentences in which an agent says what it is about to do. */

const lead =
  /^[\W_]{0,4}(?:(?:ok|okay|good|great|perfect|right|alright|so|and|now|next|then|first|finally|also)\b[,:.!]? ){0,3}(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|i am going to|i need to|we['’]ll|jetzt werde ich|ich werde|als nächstes)\b/i
const isWaiting = /\b(?:let me know|wait for|be happy to|be glad to|i['’]ll (?:be here|wait|await))\b/i
const isCondition = /^[\W_]{0,4}(?:if|once|when|after|unless|should)\b/i
const isQuestion = /[?？]["'”)*_]{0,3}$/

export function isAnnouncement(sentence: string): boolean {
  return (
    lead.test(sentence) &&
    !isWaiting.test(sentence) &&
    !isCondition.test(sentence) &&
    !isQuestion.test(sentence)
  )
}
