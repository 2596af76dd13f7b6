/** The request that the agent works on, and what a person said since that goes on with it or adds to it. */
import { isAssent } from '../../../scan/acknowledgement.ts'
import { rejectionIn } from '../../../scan/actions/rejection.ts'
import type { Message } from '../../../types.ts'
import { requestTexts } from '../facts/view-part.ts'
import { isInterjection } from './is-interjection.ts'
import { isForAgent, isWithdrawalAt } from './typed-requests.ts'

export interface CurrentRequest {
  readonly asked: number
  /** The last message, where it says no more than to go on. */
  readonly continuedBy: number | undefined
  /** Messages that were typed while the agent worked, or that reject a call with words, in order. */
  readonly added: readonly number[]
}

/** `last`: the last message that a person typed, or the last but a withdrawn one. */
export function currentRequest(messages: readonly Message[], last: number): CurrentRequest {
  const added: number[] = []
  let isTakenBack = false
  for (let at = last; at >= 0; at -= 1) {
    if (!isForAgent(messages, at)) continue
    if (isTakenBack) isTakenBack = false
    else if (at < last && isWithdrawalAt(messages, at)) isTakenBack = true
    else if (goesOn(messages, at)) continue
    else if (isInterjection(messages, at)) added.unshift(at)
    else return said(at)
  }
  return { asked: last, continuedBy: undefined, added: [] }

  function said(asked: number): CurrentRequest {
    const rejecting = messages.flatMap((_, at) =>
      at > asked && rejectionWords(messages, at) !== '' ? [at] : [],
    )
    return {
      asked,
      continuedBy: last !== asked && last !== added.at(-1) ? last : undefined,
      added: [...added, ...rejecting].sort((one, other) => one - other),
    }
  }
}

/** The messages that a person typed and that do not begin a request. */
export function continuingMessages(messages: readonly Message[]): ReadonlySet<number> {
  const typed = messages.flatMap((_, at) => (isForAgent(messages, at) ? [at] : []))
  return new Set(typed.slice(1).filter(at => goesOn(messages, at) || isInterjection(messages, at)))
}

/** `I have rebased it, please continue.` */
const endsInGoOn =
  /^[^?]{0,120}(?:[,.;:!\n–—-]|(?<!\w)(?:and|then|now|please))\s{0,4}(?:continue|proceed|resume|go on|go ahead|carry on|keep going)[\s.!]{0,4}$/i

/** Says no more than that the agent shall go on. */
function goesOn(messages: readonly Message[], message: number): boolean {
  const text = requestTexts(messages, message).join('\n').trim()
  return isAssent(text) || (text.length <= 160 && endsInGoOn.test(text))
}

/** What a person wrote when they rejected a call; empty where they did not. */
export function rejectionWords(messages: readonly Message[], message: number): string {
  const results = messages[message]?.blocks.filter(block => block.type === 'toolResult') ?? []
  return results
    .map(({ text }) => rejectionIn(text)?.words ?? '')
    .filter(words => words !== '')
    .join('\n')
}
