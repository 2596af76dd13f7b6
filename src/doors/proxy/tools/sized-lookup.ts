/** The answer to a lookup in a size that fits into what the window has left. */
import { exactCounter } from '../../../tokens/tokens.ts'
import { answerLookup, type LookupAnswer } from '../../../tools/lookup/lookup-tools.ts'
import type { ReadableOriginals } from '../../../tools/lookup/readable-originals.ts'
import { longestPage } from '../../../tools/lookup/text-page.ts'
import type { LookupCall } from './dialect.ts'

/** No answer takes more of the room: the model has to go on with it, and to look again. */
const roomShare = 0.25
/** Less says nothing. */
const minTokens = 100
/** Of most texts. */
const charactersPerToken = 4

export interface SizedAnswer extends LookupAnswer {
  readonly tokens: number
}

const noRoom = 'There is no room left in this conversation for what was looked up. Go on without it.'

/** `room`: tokens that the window has left; `undefined` where nobody knows. */
export async function sizedLookup(
  { name, input }: LookupCall,
  store: ReadableOriginals,
  room: number | undefined,
): Promise<SizedAnswer> {
  const counter = exactCounter()
  const most = room === undefined ? Number.POSITIVE_INFINITY : Math.floor(room * roomShare)
  if (most < minTokens) return { text: noRoom, isError: true, tokens: counter.count(noRoom) }
  let characters = Math.min(longestPage, most * charactersPerToken)
  for (;;) {
    const answer = await answerLookup(name, input, store, characters)
    const tokens = counter.count(answer.text)
    if (tokens <= most || characters === 1) return { ...answer, tokens }
    characters = Math.max(1, Math.floor((characters * 0.9 * most) / tokens))
  }
}
