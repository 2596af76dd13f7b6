/** A message that a summary was joined to twice, and whose later summary was shortened since. */
import { spanEnd } from '../../src/scan/marker.ts'
import { hashText } from '../../src/tokens/hash.ts'
import { messageJson } from '../../src/tokens/message-json.ts'

const user = (...texts: readonly string[]): object => ({
  role: 'user',
  content: texts.map(text => ({ type: 'text', text })),
})
const summaryOf = (word: string): string =>
  `[Earlier: 2 messages, 27 tokens, stored: db_${hashText(word).slice(0, 12)}]`
const joined = (summary: string, original: string): string => `${summary}\n${spanEnd(hashText(original))}`

const [first, second] = [summaryOf('first'), summaryOf('second')]
const firstJoin = messageJson([user(first), user('Fix the parser.')])
const once = user(joined(first, firstJoin), 'Fix the parser.')
const secondJoin = messageJson([once, user(second)])

/** What the message was made of. */
export const apart: readonly unknown[] = [user(first), user('Fix the parser.'), user(second)]

const shortened = '[Earlier: 2 messages, shortened]'
export const joinedTwice: object = user(joined(first, firstJoin), 'Fix the parser.', shortened)

/** Each text and what it replaces. */
export const replaced: readonly {
  readonly text: string
  readonly original: string
  readonly media: 'messages' | 'text'
}[] = [
  { text: joined(first, firstJoin), original: firstJoin, media: 'messages' },
  { text: joined(second, secondJoin), original: secondJoin, media: 'messages' },
  { text: shortened, original: joined(second, secondJoin), media: 'text' },
]
