/** Statements of the agent that work is not committed or not pushed: after a commit or a push they are untrue. */
import { gitCalls } from '../../../scan/actions/git-calls.ts'
import { shellCommands } from '../../../scan/actions/shell/shell-commands.ts'
import type { Section } from '../read/candidate.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { partIn } from '../read/line-bits.ts'
import type { CommandRun } from './earlier-runs.ts'
import { workParts } from './work-parts.ts'

/** A longer line says more than that. */
const maxClaim = 120
/** `- The changes are still local, uncommitted`, `I did not commit.`, `Working tree has 3 modified files` */
const uncommitted =
  /\b(?:still|is|are|remains?)(?!\w)[^.:;]{0,20}\b(?:uncommitted|unstaged|not (?:yet )?(?:been )?committed)(?!\w)|\bI (?:did not|didn['’]t|have not|haven['’]t)(?: yet)? commit|\b(?:nothing|none of it|not) (?:is|was|has been|have been|yet) committed(?!\w)|\bworking tree (?:has|shows|contains) \d/i
/** `I did not push.`, `So nothing has been pushed yet.` */
const unpushed =
  /\b(?:still|is|are|remains?)(?!\w)[^.:;]{0,20}\b(?:unpushed|not (?:yet )?(?:been )?pushed)(?!\w)|\bI (?:did not|didn['’]t|have not|haven['’]t)(?: yet)? push|\b(?:nothing|none of it|not) (?:is|was|has been|have been|yet) pushed(?!\w)/i
/** `If it is not committed`: not a claim. */
const condition = /[?？]\s{0,4}$|\b(?:if|when|unless|until|before|while|where)(?!\w)/i

/** Hides such a claim where a later run has committed or pushed. */
export function markGitClaims(
  runs: readonly CommandRun[],
  candidates: CandidateColumns,
  sections: readonly Section[],
): void {
  const committed = lastOf('commit', runs)
  const pushed = lastOf('push', runs)
  if (Math.max(committed, pushed) < 0) return
  const { texts, bits, sections: sectionOf } = candidates
  for (let at = 0; at < candidates.length; at += 1) {
    const text = texts[at] as string
    if (text.length > maxClaim || !workParts.has(partIn(bits[at] as number))) continue
    const { message } = sections[sectionOf[at] as number] as Section
    const isUntrue =
      (message < committed && uncommitted.test(text)) || (message < pushed && unpushed.test(text))
    if (isUntrue && !condition.test(text)) candidates.setUninformative(at)
  }
}

/** The message of the last run that did it; -1 where none did. */
function lastOf(verb: 'commit' | 'push', runs: readonly CommandRun[]): number {
  const did = ({ command, hasFailed }: CommandRun): boolean =>
    !hasFailed && command.includes(verb) && gitCalls(shellCommands(command)).some(call => call.verb === verb)
  return runs.findLast(did)?.message ?? -1
}
