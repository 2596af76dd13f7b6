/** A guess at which conversation a body belongs to, from a few of its bytes: nothing is parsed for it. */

/** System text may be before the messages. */
const maxOffset = 1 << 20
const length = 256

/** Bodies of one conversation mostly have the same hint, as each repeats the first message of the user. */
export function conversationHint(bytes: Buffer, encoding: string | undefined): string | undefined {
  if (encoding !== undefined && encoding !== 'identity') return undefined
  const beginning = bytes.subarray(0, maxOffset)
  const messages = beginning.indexOf('"messages"')
  const list = messages < 0 ? beginning.indexOf('"input"') : messages
  const first = beginning.indexOf('"user"', Math.max(0, list))
  return first < 0 ? undefined : beginning.toString('latin1', first, first + length)
}
