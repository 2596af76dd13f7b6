/** Instructions that a budget has no room for: the lines that bind stay, the rest is a handle away. */
import { isDemand } from '../scan/signals/demands.ts'
import type { ReduceInput, Reducer, Shorten } from './reducer.ts'

/** Longer lines are cut: a rule that needs more is read behind the handle. */
const maxLineLength = 400
/** Less is not worth a handle. */
const minTokens = 150

export const bindingLines: Reducer = {
  name: 'binding-lines',
  loss: 'recoverable',
  read(input: ReduceInput): Shorten {
    const { text, handle, counter } = input
    const lines = text.split('\n')
    const binding = lines.filter(line => line.length <= maxLineLength && isDemand(ruleIn(line)))
    const whole = counter.count(text)
    const withHead = (some: readonly string[]): string => {
      const name = handle.startsWith('db_') ? `stored: ${handle}` : handle
      const head = `[Instructions in force: ${some.length} of ${lines.length} lines are shown, ${name}]`
      return [head, ...some].join('\n')
    }
    return target => {
      let left = target - counter.count(`${withHead([])}\n`)
      // The first rules of a file come first.
      const fitting = binding.filter(line => {
        left -= counter.count(`${line}\n`)
        return left >= 0
      })
      const shown = withHead(fitting)
      const tokens = counter.count(shown)
      return whole >= minTokens && tokens < whole ? { text: shown, tokens } : undefined
    }
  },
}

/** Without the mark of a list. */
function ruleIn(line: string): string {
  return line.trim().replace(/^(?:[-*+•]|\d{1,3}[.)]) /, '')
}
