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
