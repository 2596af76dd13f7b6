/** Where a command printed as many lines as it was limited to, there may be more: `git diff | head -200`. */
import { commandOutput } from '../../../scan/actions/command-output.ts'

/** `| head -200`, `; tail -n 40 build.log` at the end. */
const limit = /(?:^|[|;&]) {0,4}(head|tail)(?: -(?:n ?)?(\d{1,5}))?(?: (?!-)[^|;&\n]{1,300})?$/
/** Without a number. */
const usual = 10

/** `only the first 200 printed`; empty where fewer were printed. */
export function printedLimit(command: string, result: string): string {
  const [, program, number] = limit.exec(command.trimEnd()) ?? []
  if (program === undefined) return ''
  const count = Number(number ?? usual)
  const lines = commandOutput(result).replace(/\n$/, '').split('\n').length
  return count > 1 && lines === count
    ? `only the ${program === 'head' ? 'first' : 'last'} ${count} printed`
    : ''
}
