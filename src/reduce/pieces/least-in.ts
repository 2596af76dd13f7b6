/** What is said before a count of something in an output: there is more of it where the tool cut the output. */
import { isCutOutput } from '../../scan/actions/is-cut-output.ts'

export function leastIn(text: string): string {
  return isCutOutput(text) ? 'at least ' : ''
}
