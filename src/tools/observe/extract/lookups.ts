/** Commands and tools that show something and leave everything as it is. */

import type { LocatedAction } from '../../../scan/actions/actions-in.ts'
import { readCheck } from '../../../scan/actions/shell/command-check.ts'

const looks =
  /^(?:git (?:-C \S+ )?(?:status|diff|log|show|rev-parse|blame|ls-files|ls-remote|branch(?: --?[\w-]+)*$|remote -v|fetch|tag (?:-l|--list|--points-at)|worktree list|config --get|stash list|merge-base|cat-file|describe)\b|gh (?:pr|issue|run|repo|release|workflow|auth) (?:view|list|diff|checks|status|watch)\b|npm (?:view|search|ls|list|outdated)\b|command -v |type |ls\b|pwd$|which |cat |head |tail |wc |find |grep |rg |tree\b|sed -n |jq |stat |file |du |df |ps |date$|env$|whoami$|uname|sleep |test |\[ )/

/** A command that only reads is described by the files it shows and what the agent says of it. */
export function isLookup(command: string, effects: readonly LocatedAction[]): boolean {
  const isReading =
    effects.length > 0 &&
    effects.every(({ action: { type } }) => type === 'read' || type === 'list' || type === 'search')
  return (
    isReading ||
    readCheck(command)
      .key.split(/ (?:&&|\|\||;|&|\|) /)
      .every(part => looks.test(part))
  )
}

/** Tools that wait for a command, or that only the agent's own program has use for. */
const waits =
  /^(?:write_?stdin|bash_?output|task_?output|(?:get|read)_?(?:terminal|command|bash)_?output|wait|kill_?(?:shell|bash)|exit_?plan_?mode|enter_?plan_?mode|tool_?search|skill|think|todo_?read|task_?(?:list|get))$/i

export function isWaiting(tool: string): boolean {
  return waits.test(tool)
}

/** `Process running with session ID 15917`, `Command running in background with ID: b3f` */
export function startedTask(answer: string): string | undefined {
  return /\b(?:session ID|with ID:) ([\w-]{1,60})\b/.exec(answer.slice(0, 400))?.[1]
}

/** The running command that a call asks after. */
export function askedTask(text: string): string | undefined {
  return /"(?:session_id|bash_id|shell_id|task_id|id)": ?"?([\w-]{1,60})\b/.exec(text.slice(0, 400))?.[1]
}
