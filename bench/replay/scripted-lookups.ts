/** When the model of a replay looks something up, and what: by a script, the same in every run. */
import type { ToolUse } from './provider-answers.ts'
import type { ReplaySession } from './replay-session.ts'

/** Said before every lookup, so that equal sentences are in many turns. */
export const lookupSentence = 'Let me look that up.'

export type Lookup =
  /** The model says a sentence, looks up, and goes on. */
  | { readonly is: 'alone'; readonly uses: readonly ToolUse[] }
  /** It looks up beside the calls of the agent. */
  | { readonly is: 'beside'; readonly uses: readonly ToolUse[] }

/** Every so many sessions the model looks up whole originals in each turn; in the others now and then. */
const eager = 4
const nowAndThen = 5
/** One after another in one turn. */
const eagerRounds = 2

export function lookupIn(
  { number, turns }: ReplaySession,
  turn: number,
  round: number,
  handles: readonly string[],
): Lookup | undefined {
  const isEager = number % eager === 0
  const { isEcho = false } = turns[turn] ?? {}
  const isDue = isEcho ? turn % 2 === 0 : isEager || turn % nowAndThen === 2
  const handle = handles[(turn * 7 + round) % Math.max(1, handles.length)]
  if (!isDue || handle === undefined || round >= (isEager ? eagerRounds : 1)) return undefined
  const id = `look_${number}_${turn}_${round}`
  if (!isEager && turn % (nowAndThen * 3) === 2)
    return { is: 'alone', uses: [{ id, name: 'fovea_search', input: { query: 'error' } }] }
  const expand: ToolUse = {
    id,
    name: 'fovea_expand',
    input: isEager ? { handle } : { handle, last_line: 20 },
  }
  return { is: !isEcho && turn % 3 === 1 ? 'beside' : 'alone', uses: [expand] }
}
