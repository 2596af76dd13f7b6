/** The informative commands of a piece of work: checks, commands with an effect, failed commands, other tools. */
import type { Fact } from '../../../ledger/ledger.ts'
import type { Outcome } from '../../../scan/actions/action.ts'
import type { LocatedAction, ReadCall } from '../../../scan/actions/actions-in.ts'
import { describeCall } from '../../../scan/actions/describe-call.ts'
import { isWaiting } from '../../../scan/actions/late-results.ts'
import { type Ending, outcomeOf } from '../../../scan/actions/outcome-of.ts'
import { readCheck } from '../../../scan/actions/shell/command-check.ts'
import { graphemeCut } from '../../../scan/grapheme-cut.ts'
import type { ObservedCommand } from '../observation.ts'
import type { WorkPiece } from '../pieces/cut-pieces.ts'
import { blockKey } from './piece-files.ts'

const maxArgumentsLength = 160

/** Each command once, with the outcome of its last run. */
export function commandsOf({ calls, facts }: Pick<WorkPiece, 'calls' | 'facts'>): readonly ObservedCommand[] {
  const runs = new Map(
    facts.flatMap(({ fact }) => (fact.section === 'commands' ? [[blockKey(fact), fact] as const] : [])),
  )
  const found = new Map<string, ObservedCommand>()
  for (const call of calls) {
    const command = commandOf(call, runs.get(`${call.message} ${call.block}`))
    if (command === undefined) continue
    const earlier = found.get(command.command)
    found.delete(command.command)
    found.set(
      command.command,
      earlier === undefined ? command : { ...command, times: (earlier.times ?? 1) + 1 },
    )
  }
  return [...found.values()]
}

/** `run`: the fact of the ledger about it. */
function commandOf(call: ReadCall, run: Fact | undefined): ObservedCommand | undefined {
  const [first, ...effects] = call.actions
  const action = first?.action
  if (action === undefined) return otherTool(call)
  if (action.type === 'delegate' || action.type === 'fetch') return delegated(call, action)
  if (action.type !== 'run' || run === undefined || isReadingCommand(action.command, effects))
    return undefined
  const { about: command, kind, exitCode, text } = run
  // The last line that the ledger shows of a check is its count or its verdict.
  const printed = readCheck(action.command).isCheck ? text?.split('\n').at(-1) : undefined
  return {
    command,
    outcome: kind === 'ran' ? 'unknown' : (kind as Outcome),
    ...(exitCode === undefined || exitCode === 0 ? {} : { exitCode }),
    ...(printed === undefined ? {} : { printed }),
  }
}

/** Work that was delegated to another agent, or looked up elsewhere: `Task Review the parser`. */
function delegated({ tool, arguments: text }: ReadCall, { outcome }: Ending): ObservedCommand | undefined {
  return tool === undefined ? undefined : { command: describeCall({ name: tool, text }), outcome }
}

/** A call of which only the answer is left. */
const namelessTool = /^(?:unknown|tool|function)$/i

/** An unknown tool with its arguments: `get_order {"id":"W123"}`. */
function otherTool(call: ReadCall): ObservedCommand | undefined {
  const { tool, arguments: text, answer } = call
  if (tool === undefined || isWaiting(tool) || (text === '' && namelessTool.test(tool))) return undefined
  const line = text.replace(/\s+/g, ' ').trim()
  const shown = graphemeCut(line, maxArgumentsLength)
  const said = shown === '' || shown === '{}' ? '' : ` ${shown}${shown.length < line.length ? ' …' : ''}`
  const { outcome, exitCode } = outcomeOf(answer)
  const hasCode = outcome === 'failed' && exitCode !== undefined && exitCode !== 0
  return { command: `${tool}${said}`, outcome, ...(hasCode ? { exitCode } : {}) }
}

/** Commands and tools that show something and change nothing. */
const readOnlyCommand =
  /^(?:git (-C \S+ )?(?:status|diff|log|show|rev-parse|blame|ls-files|ls-remote|branch(?: --?[\w-]+)*$|remote -v|fetch|tag (?:-l|--list|--points-at)|worktree list|config --get|stash list|merge-base|cat-file|describe)(?!\w)|gh (?:pr|issue|run|repo|release|workflow|auth) (?:view|list|diff|checks|status|watch)(?!\w)|npm (?:view|search|ls|list|outdated)(?!\w)|command -v |type |ls\b|pwd$|which |cat |head |tail |wc |find |grep |rg |tree\b|sed -n |jq |stat |file |du |df |ps |date$|env$|whoami$|uname|sleep |test |\[ )/

/** A command that only reads is described by the files it shows and by the agent's words about it. */
export function isReadingCommand(command: string, effects: readonly LocatedAction[]): boolean {
  const isReading =
    effects.length > 0 &&
    effects.every(({ action: { type } }) => type === 'read' || type === 'list' || type === 'search')
  return (
    isReading ||
    readCheck(command)
      .key.split(/ (?:&&|\|\||;|&|\|) /)
      .every(part => readOnlyCommand.test(part))
  )
}
