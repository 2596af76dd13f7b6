/** Instructions that a budget has no room for: the lines that bind most stay, the rest is a handle away. */
import { neededLines } from '../scan/needed-lines.ts'
import { isDemand } from '../scan/signals/demands.ts'
import { isWrappedLine } from '../scan/wrapped-line.ts'
import { numberedLines } from './content/file/line-numbers.ts'
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
    const said = sentencesIn(lines)
    const tokens: number[] = []
    const tokensOf = (at: number): number => (tokens[at] ??= counter.count(`${said[at]?.shown}\n`))
    const needed = neededLines(said.map(({ own }) => own))
    /** A sentence, and before it what it makes no sense without. */
    const withNeeded = (at: number): readonly number[] =>
      at < 0 ? [] : [...withNeeded(needed[at] as number), at]
    const costOf = (some: readonly number[]): number => some.reduce((sum, at) => sum + tokensOf(at), 0)
    const binding = said
      .map(({ own }, at) => ({ at, weight: own.length > maxLineLength ? 0 : weightOf(own) }))
      .filter(({ weight }) => weight > 0)
      .map(({ at, weight }) => ({ at, density: weight / (halfWeight + costOf(withNeeded(at))) }))
      .sort((one, other) => other.density - one.density || one.at - other.at)
    const whole = counter.count(text)
    const withHead = (some: readonly Sentence[]): string => {
      const name = handle.startsWith('db_') ? `stored: ${handle}` : handle
      const count = some.reduce((sum, { lines: own }) => sum + own, 0)
      const head = `[Instructions in force: ${count} of ${lines.length} lines${origin} are shown, ${name}]`
      return [head, ...some.map(({ shown }) => shown)].join('\n')
    }
    return target => {
      let left = target - counter.count(`${withHead([])}\n`)
      const fitting = new Set<number>()
      for (const { at } of binding) {
        const added = withNeeded(at).filter(each => !fitting.has(each))
        const cost = costOf(added)
        if (cost > left) continue
        left -= cost
        for (const each of added) fitting.add(each)
      }
      const shown = withHead(said.filter((_, at) => fitting.has(at)))
      const cost = counter.count(shown)
      return whole >= minTokens && cost < whole ? { text: shown, tokens: cost } : undefined
    }
  },
}

/** A sentence as its author broke it into lines. */
interface Sentence {
  readonly shown: string
  /** In one line, without numbers. */
  readonly own: string
  readonly lines: number
}

function sentencesIn(lines: readonly string[]): readonly Sentence[] {
  const lengths = numberedLines(lines)?.lengths
  const sentences: Sentence[] = []
  let last = ''
  lines.forEach((shown, at) => {
    const own = shown.slice(lengths?.[at] ?? 0)
    const before = sentences.at(-1)
    const isRest =
      before !== undefined &&
      own.trim() !== '' &&
      isWrappedLine(last, own) &&
      before.own.length + own.length < maxLineLength
    if (isRest)
      sentences[sentences.length - 1] = {
        shown: `${before.shown}\n${shown}`,
        own: `${before.own} ${own.trim()}`,
        lines: before.lines + 1,
      }
    else sentences.push({ shown, own, lines: 1 })
    last = own
  })
  return sentences
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
