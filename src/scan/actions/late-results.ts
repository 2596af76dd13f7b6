/** Answers to commands that went on running: what a later call says of them. */
import { addToList } from '../../tokens/add-to-list.ts'
import type { LocatedBlock } from '../located-blocks.ts'
import type { LocatedAnswer } from './action.ts'
import { outcomeOf } from './outcome-of.ts'

/** Tools that wait for a command, or that only the agent's own program has use for. */
const waiting: ReadonlySet<string> = new Set(
  [
    [
      'writestdin',
      'bashoutput',
      'taskoutput',
      'wait',
      'killshell',
      'killbash',
      'exitplanmode',
      'enterplanmode',
    ],
    ['getterminaloutput', 'getcommandoutput', 'getbashoutput'],
    ['readterminaloutput', 'readcommandoutput', 'readbashoutput'],
    ['toolsearch', 'skill', 'think', 'todoread', 'tasklist', 'taskget'],
  ].flat(),
)

/** `BashOutput`, `bash_output` */
export function isWaiting(tool: string): boolean {
  return waiting.has(tool.replaceAll('_', '').toLowerCase())
}

const edge = 400

/** `Process running with session ID 15917`, `Command running in background with ID: b3f` */
function startedTask(answer: string): string | undefined {
  return /\b(?:session ID|with ID:) ([\w-]{1,60})\b/.exec(answer.slice(0, edge))?.[1]
}

/** The running command that a call asks after. */
function askedTask(args: string): string | undefined {
  return /"(?:session_id|bash_id|shell_id|task_id|id)": ?"?([\w-]{1,60})\b/.exec(args.slice(0, edge))?.[1]
}

/** What each call was answered in the end. `results`: the first answers, by the identifier of their call. */
export function withLateResults<Answer extends LocatedAnswer>(
  results: ReadonlyMap<string, Answer>,
  blocks: readonly LocatedBlock[],
): ReadonlyMap<string, Answer> {
  const asked = askedAfter(blocks, results)
  if (asked.size === 0) return results
  const late = new Map(results)
  for (const [callId, answer] of results) {
    const task = startedTask(answer.text)
    const end = task === undefined ? undefined : asked.get(task)?.find(later => isAfter(later, answer))
    if (end !== undefined && outcomeOf(answer).outcome === 'unknown') late.set(callId, end)
  }
  return late
}

/** Answers that say how a running command ended, by its number, in order. */
function askedAfter<Answer extends LocatedAnswer>(
  blocks: readonly LocatedBlock[],
  results: ReadonlyMap<string, Answer>,
): ReadonlyMap<string, readonly Answer[]> {
  const asked = new Map<string, Answer[]>()
  for (const { type, own } of blocks) {
    if (type !== 'toolCall' || !isWaiting(own.name)) continue
    const task = askedTask(own.text)
    const answer = results.get(own.callId)
    if (task === undefined || answer === undefined || outcomeOf(answer).exitCode === undefined) continue
    addToList(asked, task, answer)
  }
  return asked
}

function isAfter(one: LocatedAnswer, other: LocatedAnswer): boolean {
  return one.message > other.message || (one.message === other.message && one.block > other.block)
}
