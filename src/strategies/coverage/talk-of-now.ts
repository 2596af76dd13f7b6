/** What the work is about at the cut. */
import type { Candidate } from './digest/candidate.ts'
import type { Candidates } from './digest/candidates.ts'

/** Requests so few turns ago say what the work is about now. */
export const nowTurns = 1

/** The last requests, and what the agent has said since. `kept`: what is said in messages that stay as they are. */
export function talkOfNow({ candidates, sections }: Candidates, kept: string): string {
  let said = kept
  for (let piece = 0; piece < candidates.length; piece += 1) {
    const { part, section, text } = candidates.at(piece) as Candidate
    const turnsAgo = sections[section]?.turnsAgo ?? 0
    const isNow = (part === 'typed' || part === 'answer' || part === 'conclusion') && turnsAgo <= nowTurns
    if (isNow || part === 'narration') said += `${text}\n`
  }
  return said
}
