/** Why a tool did not do what it was asked. */
import { graphemeCut } from '../grapheme-cut.ts'
import { commandOutput } from './command-output.ts'

const maxLength = 300

/** What a tool says when it does not do what it was asked: first of all, before it repeats what it was asked. */
export function refusalLine(answer: string): string | undefined {
  const lines = commandOutput(answer)
    .split('\n', 20)
    .filter(each => each.trim() !== '')
  // `ERROR:` alone names no error.
  const line = lines.find(each => !/^\W{0,2}\w{1,12}:\s{0,4}$/.test(each)) ?? lines[0]
  return line === undefined ? undefined : graphemeCut(line.trim(), maxLength).trimEnd()
}
