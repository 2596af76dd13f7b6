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
    const head = `[Instructions in force: the ${binding.length} of ${lines.length} lines that bind are shown${handle === '' ? '' : `, stored: ${handle}`}]`
    const shown = [head, ...binding].join('\n')
    const tokens = counter.count(shown)
    const whole = counter.count(text)
    return () => (whole >= minTokens && tokens < whole ? { text: shown, tokens } : undefined)
  },
}

/** Without the mark of a list. */
function ruleIn(line: string): string {
  return line.trim().replace(/^(?:[-*+•]|\d{1,3}[.)]) /, '')
}
