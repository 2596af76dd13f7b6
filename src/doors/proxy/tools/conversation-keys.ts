/** By what each item of a conversation is known again: by all that was said up to it. */
import { hashText } from '../../../tokens/hash.ts'
import type { Dialect } from './dialect.ts'

export interface ItemKeys {
  /** Whatever the client leaves out. */
  readonly said: string
  /** With its own name, where it has one. */
  readonly named: string
}

export interface ConversationKeys {
  /** Of each item; `undefined` for one that a client may leave out. */
  readonly keys: readonly (ItemKeys | undefined)[]
  /** Of the whole conversation, from which that of its next item follows. */
  readonly last: string
}

/** `from`: the key of what is before the items. */
export function conversationKeys(
  items: readonly unknown[],
  dialect: Dialect,
  from: string = hashText(`fovea conversation ${dialect.format}`),
): ConversationKeys {
  let last = from
  const keys = items.map(item => {
    const said = dialect.said(item)
    if (said === undefined) return undefined
    last = hashText(`${last}${JSON.stringify(said)}`)
    const id = dialect.idOf?.(item)
    return { said: last, named: id === undefined ? last : hashText(`${last} ${id}`) }
  })
  return { keys, last }
}
