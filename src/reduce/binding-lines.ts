/** Instructions that a budget has no room for: the lines that bind most stay, the rest is a handle away. */
import { isDemand } from '../scan/signals/demands.ts'
import type { ReduceInput, Reducer, Shorten } from './reducer.ts'

/** Longer lines are left out: a rule that needs more is read behind the handle. */
const maxLineLength = 400
/** Less is not worth a handle. */
const minTokens = 150
/** A line of so many tokens needs twice the weight of a very short one. */
const halfWeight = 20

export const bindingLines: Reducer = {
  name: 'binding-lines',
  loss: 'recoverable',
  read(input: ReduceInput): Shorten {
    const { text, handle, counter, source } = input
    const origin = source?.path === undefined ? '' : ` of ${originOf(source.path, source.tool)}`
    const lines = text.split('\n')
    const binding = lines
      .map((line, at) => ({ line, at, weight: line.length > maxLineLength ? 0 : weightOf(line) }))
      .filter(({ weight }) => weight > 0)
      .map(({ line, at, weight }) => {
        const tokens = counter.count(`${line}\n`)
        return { line, at, tokens, density: weight / (halfWeight + tokens) }
      })
      .sort((one, other) => other.density - one.density || one.at - other.at)
    const whole = counter.count(text)
    const withHead = (some: readonly string[]): string => {
      const name = handle.startsWith('db_') ? `stored: ${handle}` : handle
      const head = `[Instructions in force: ${some.length} of ${lines.length} lines${origin} are shown, ${name}]`
      return [head, ...some].join('\n')
    }
    return target => {
      let left = target - counter.count(`${withHead([])}\n`)
      const fitting = binding.filter(({ tokens }) => {
        if (tokens > left) return false
        left -= tokens
        return true
      })
      const shown = withHead(fitting.sort((one, other) => one.at - other.at).map(({ line }) => line))
      const tokens = counter.count(shown)
      return whole >= minTokens && tokens < whole ? { text: shown, tokens } : undefined
    }
  },
}

/** `review/SKILL.md, which the agent read,`: nobody takes it for the words of the user. */
function originOf(path: string, tool: string | undefined): string {
  const name = path.split(/[/\\]/).slice(-2).join('/')
  return tool === undefined ? name : `${name}, which the agent read,`
}

/** `MUST`, `never`, `hard rule`: whoever breaks it has gone wrong. */
const strict =
  /\b(?:must|never|always|hard rule|explicit(?:ly)? approv\w{1,4}|only after|your (?:task|job|goal) is)\b|^\W{0,6}(?:do not|don['’]t)\b/i
const inCapitals = /\b(?:REQUIRED|DO NOT|ONLY|BLOCKING)\b/
/** `You don't have to …`, `Your task is …`: what a prompt asks for, or spares whoever reads it. */
const asks = /^your (?:task|job|goal|role) is\b|\byou (?:don['’]t|do not|need not) (?:have|need) to\b/i
/** When and how work begins, is checked, handed over and ends. */
const ofWorkflow =
  /\b(?:commit|push|merge|rebase|branch|pull request|PR|worktree|approval|approve|confirm|ask|tests?|lint|before|after|stop|report|finish|done|instead)\b/i
/** `1. **Setup**: run the script`: a step of a command. */
const step = /^\s{0,3}\d{1,2}[.)] \*\*/

/** 0 for a line that binds nobody. */
function weightOf(line: string): number {
  const rule = ruleIn(line)
  const isStep = step.test(line)
  if (!isStep && !isDemand(rule) && !asks.test(rule)) return 0
  const isStrict = strict.test(rule) || inCapitals.test(rule)
  return 1 + (isStrict ? 2 : 0) + (ofWorkflow.test(rule) ? 1 : 0) + (isStep && !rule.endsWith(':') ? 1 : 0)
}

/** Without the mark of a list. */
function ruleIn(line: string): string {
  return line.trim().replace(/^(?:[-*+•]|\d{1,3}[.)]) /, '')
}
