/** Messages that take back the one before them. */
import { hasOneOf } from './has-one-of.ts'

const signs = ['never', 'nvm', 'forget', 'ignore', 'disregard', 'scratch', 'wrong']
const maxLength = 200

const place = '(?:chat|window|thread|session|terminal|tab)'
const lastMessage =
  '(?:ignore|disregard|forget) (?:(?:my|the|that|this) ){0,2}(?:last|previous) (?:message|prompt|one|request)'
const taken = `never ?mind|nvm|scratch that|disregard that|forget (?:it|that|about (?:it|that)|what i (?:just )?said)|${lastMessage}|(?:that was (?:for )?(?:the )?)?wrong ${place}`
const polite =
  'sorry|oops|whoops|oh|ah|hm{1,5}|uh|wait|ok|okay|no|actually|and|please|my bad|my mistake|thanks|thank you'

const withdrawn = new RegExp(`\\b(?:${taken})(?!\\w)`, 'i')
/** The message has no other words. */
const alone = new RegExp(`^(?:(?:${taken}|${polite})(?!\\w)[\\s.,;:!…–—-]{0,4}){1,8}$`, 'i')

const namesLast = new RegExp(`\\b${lastMessage}(?!\\w)`, 'i')

/** `ignore my last message, list the files`: something else may be asked for. */
export function withdrawsLast(said: string): boolean {
  return hasOneOf(said.toLowerCase(), signs) && namesLast.test(said)
}

/** `sorry, wrong chat. ignore my last message`, `never mind`: short, and asks for nothing. */
export function isWithdrawal(said: string): boolean {
  const text = said.trim()
  return (
    text.length <= maxLength &&
    hasOneOf(text.toLowerCase(), signs) &&
    withdrawn.test(text) &&
    alone.test(text)
  )
}
