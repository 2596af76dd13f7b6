/** The output of a tool as a reader would see it: without its wrapper and without terminal control codes. */
import { exitCodeIn } from '../scan/actions/outcome-of.ts'
import { printedText } from '../scan/actions/printed-text.ts'
import { cleanTerminal } from './clean-terminal.ts'

/** `{"output": "…", "metadata": {"exit_code": 1}}` → the output, and the exit code if it failed. */
export function plainOutput(text: string): string {
  const printed = printedText(text)
  const exitCode = printed === text ? 0 : (exitCodeIn(text) ?? 0)
  return cleanTerminal(exitCode === 0 ? printed : `${printed.trimEnd()}\nExit code ${exitCode}`)
}
