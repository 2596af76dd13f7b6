/** Answers to commands that went on running: what a later call says of them. */
import { addToList } from '../../tokens/add-to-list.ts'
import type { ToolCallBlock } from '../../types.ts'
import type { LocatedBlock } from '../located-blocks.ts'
import { wordSet } from '../vocabulary/word-set.ts'
import type { LocatedAnswer } from './action.ts'
import { isKilled, outcomeOf } from './outcome-of.ts'
import { delegateAnswer } from './subagent-answer.ts'
import { taskNotices } from './task-notices.ts'
import { toolIntents } from './tool-intents.ts'

/** Tools that wait for a command, or that only the agent's own program has use for. */
const waiting =
  wordSet(`writestdin bashoutput taskoutput wait killshell killbash taskstop exitplanmode enterplanmode
  getterminaloutput getcommandoutput getbashoutput readterminaloutput readcommandoutput readbashoutput
  toolsearch skill think todoread tasklist taskget`)

/** `BashOutput`, `bash_output` */
export function isWaiting(tool: string): boolean {
  return waiting.has(tool.replaceAll('_', '').toLowerCase())
}

const edge = 400

/** `Process running with session ID 15917`, `Command running in background with ID: b3f` */
function startedTask(answer: string): string | undefined {
  return /\b(?:session ID|with ID:) ([\w-]{1,60})\b/.exec(answer.slice(0, edge))?.[1]
}

function startedAgent(call: ToolCallBlock, answer: string): string | undefined {
  return toolIntents(call)[0]?.type === 'delegate' ? delegateAnswer(answer).id : undefined
}

/** The running command or subagent that a call asks after. */
function askedTask(args: string): string | undefined {
  return /"(?:session_id|bash_id|shell_id|task_id|id)": ?"?([\w-]{1,60})\b/.exec(args.slice(0, edge))?.[1]
}

/** The call that started what each waiting call asks after, by the identifier of the one that waits. */
export function awaitedCalls(blocks: readonly LocatedBlock[]): ReadonlyMap<string, ToolCallBlock> {
  const awaited = new Map<string, ToolCallBlock>()
  if (!blocks.some(({ type, own }) => type === 'toolCall' && isWaiting(own.name))) return awaited
  const calls = new Map<string, ToolCallBlock>()
  const started = new Map<string, ToolCallBlock>()
  for (const { type, own } of blocks)
    if (type === 'toolResult') {
      const call = calls.get(own.callId)
      const task = call === undefined ? undefined : (startedTask(own.text) ?? startedAgent(call, own.text))
      if (task !== undefined && call !== undefined) started.set(task, call)
    } else if (type === 'toolCall') {
      const call = isWaiting(own.name) ? started.get(askedTask(own.text) ?? '') : undefined
      if (call !== undefined) awaited.set(own.callId, call)
      else calls.set(own.callId, own)
    }
  return awaited
}

/** What each call was answered in the end. `results`: the first answers, by the identifier of their call. */
export function withLateResults<Answer extends LocatedAnswer>(
  results: ReadonlyMap<string, Answer>,
  blocks: readonly LocatedBlock[],
): ReadonlyMap<string, Answer> {
  const ends = endsOf(blocks, results)
  if (ends.size === 0) return results
  const late = new Map(results)
  for (const [callId, answer] of results) {
    const task = startedTask(answer.text)
    const end = task === undefined ? undefined : ends.get(task)?.find(later => isAfter(later, answer))
    if (end !== undefined && outcomeOf(answer).outcome === 'unknown') late.set(callId, { ...answer, ...end })
  }
  return late
}

/** What says how a running command ended, by its number, in order. */
function endsOf(
  blocks: readonly LocatedBlock[],
  results: ReadonlyMap<string, LocatedAnswer>,
): ReadonlyMap<string, readonly LocatedAnswer[]> {
  const ends = new Map<string, LocatedAnswer[]>()
  for (const { type, own, role, message, block } of blocks)
    if (type === 'toolCall' && isWaiting(own.name)) {
      const task = askedTask(own.text)
      const end = task === undefined ? undefined : endIn(results.get(own.callId))
      if (task !== undefined && end !== undefined) addToList(ends, task, end)
    } else if (type === 'text' && role === 'user')
      for (const { id, status = '', summary } of taskNotices(own.text))
        if (id !== undefined && ending.has(status))
          // The summary names the command, whose words do not show its outcome.
          addToList(ends, id, { text: status, isError: isErrorIn(status, summary), message, block })
  return ends
}

const ending: ReadonlySet<string> = new Set(['completed', 'failed', 'killed'])

/** The flag of an answer without a code says how the call that asked came out, not how the command did. */
function endIn(answer: LocatedAnswer | undefined): LocatedAnswer | undefined {
  if (answer === undefined || outcomeOf(answer).exitCode !== undefined) return answer
  if (isKilled(answer.text)) return { ...answer, isError: undefined }
  const status = /^<status>(completed|failed)<\/status>/m.exec(answer.text.slice(0, edge))?.[1]
  return status === undefined ? undefined : { ...answer, isError: isErrorIn(status, '') }
}

/** `undefined` where only an end is known. */
function isErrorIn(status: string, summary: string): boolean | undefined {
  if (status === 'failed') return true
  return status === 'completed' && summary.endsWith('(exit code 0)') ? false : undefined
}

function isAfter(one: LocatedAnswer, other: LocatedAnswer): boolean {
  return one.message > other.message || (one.message === other.message && one.block > other.block)
}
