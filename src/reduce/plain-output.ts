/** What a tool printed as a reader would see it: out of its wrapper, without what only a terminal reads. */
import { exitCodeIn } from '../scan/actions/outcome-of.ts'
import { printedText } from '../scan/actions/printed-text.ts'
import { cleanTerminal } from './terminal.ts'

/** `{"output": "…", "metadata": {"exit_code": 1}}` → the output, and how it ended where that was badly. */
export function plainOutput(text: string): string {
  const printed = printedText(text)
  const exitCode = printed === text ? 0 : (exitCodeIn(text) ?? 0)
  return cleanTerminal(exitCode === 0 ? printed : `${printed.trimEnd()}\nExit code ${exitCode}`)
}
