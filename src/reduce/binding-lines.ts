/** Instructions that do not fit into a budget: rules that matter most for the current work stay, with a handle. */
import { readCheck } from '../scan/actions/shell/command-check.ts'
import { contentWords } from '../scan/content-words.ts'
import { isHeading } from '../scan/heading-level.ts'
import { neededLines } from '../scan/needed-lines.ts'
import { rarities } from '../scan/rarities.ts'
import { sharedWords } from '../scan/shared-words.ts'
import { isDemand } from '../scan/signals/is-demand.ts'
import type { Span } from '../scan/span.ts'
import { type InstructionSentence, instructionSentences, maxSentenceLine } from './instruction-sentences.ts'
import type { ReduceInput, Reducer, Shorten } from './reducer.ts'

/** With less room, a handle does not pay off. */
const minTokens = 150
/** A line of this many tokens needs twice the weight of a very short one. */
const halfWeight = 20
/** How much more a line weighs that is about the current work. */
const nearness = 1
/** Weight of a command that checks something, where no rule demands it. */
const bareCheck = 0.5
/** Weight of a step that is no rule: rules come first. */
const bareStep = 0.25
/** Maximum number of lines about the current work that are shown of a text without a rule. */
const maxUnbinding = 3

export const bindingLines: Reducer = {
  name: 'binding-lines',
  loss: 'recoverable',
  read(input: ReduceInput): Shorten {
    if (input.within !== undefined) return shortenWithin(input, input.within)
    const { text, handle, counter, source } = input
    const origin = source?.path === undefined ? '' : ` of ${originOf(source.path, source.tool)}`
    const lines = text.split('\n')
    const said = instructionSentences(lines)
    const tokens: number[] = []
    const tokensOf = (at: number): number => (tokens[at] ??= counter.count(`${said[at]?.shown}\n`))
    const needed = neededLines(said.map(({ own }) => own))
    const sections = sectionsOf(said)
    const withAbove = (at: number): readonly number[] =>
      at < 0 ? [] : [...withAbove(needed[at] as number), at]
    /** A sentence with the lines that it makes no sense without, and the first line that it introduces. */
    const withNeeded = (at: number): readonly number[] => {
      const above = withAbove(at)
      // Steps of several lists would read as one list.
      const heading = above.some(each => stepNumber.test(said[each]?.own ?? '')) ? (sections[at] ?? -1) : -1
      const isOfSteps = heading >= 0 && !above.includes(heading) && !/^\s/.test(said[heading]?.own ?? '')
      const own = isOfSteps ? [heading, ...above] : above
      const isLead = endsInColon.test(said[at]?.own ?? '')
      return isLead ? [...own, ...introducedBy(said, at)] : own
    }
    const costOf = (some: readonly number[]): number => some.reduce((sum, at) => sum + tokensOf(at), 0)
    const near = relevances(said, input.work ?? '')
    const densest = (weights: readonly number[]): readonly number[] =>
      weights
        .map((weight, at) => ({ at, weight }))
        .filter(({ weight }) => weight > 0)
        .map(({ at, weight }) => ({
          at,
          density: (weight * (1 + nearness * (near[at] as number))) / (halfWeight + costOf(withNeeded(at))),
        }))
        .sort((one, other) => other.density - one.density || one.at - other.at)
        .map(({ at }) => at)
    const steps = input.isPrompt ? stepWeights(said) : new Map<number, number>()
    const rules = densest(weightsOf(said).map((weight, at) => Math.max(weight, steps.get(at) ?? 0)))
    const binding = rules.length > 0 ? rules : densest(unbindingWeights(said, near)).slice(0, maxUnbinding)
    const whole = counter.count(text)
    const withHead = (some: readonly number[]): string => {
      const name = handle.startsWith('db_') ? `stored: ${handle}` : handle
      const count = some.reduce((sum, at) => sum + (said[at] as InstructionSentence).lines, 0)
      const head = `[Instructions in force: ${count} of ${lines.length} lines${origin} are shown, ${name}]`
      const isShown = new Set(some)
      const shown = some.map((at, index) => {
        const [own, before] = [sections[at] as number, sections[some[index - 1] ?? -1] ?? -1]
        const isBelowOther = own !== before && own !== at && isShown.has(before) && !isShown.has(own)
        return `${isBelowOther ? '…' : ''}${(said[at] as InstructionSentence).shown}`
      })
      return [head, ...shown].join('\n')
    }
    return target => {
      let left = target - counter.count(`${withHead([])}\n`)
      const fitting = new Set<number>()
      for (const at of binding) {
        const added = withNeeded(at).filter(each => !fitting.has(each))
        const cost = costOf(added)
        if (cost > left) continue
        left -= cost
        for (const each of added) fitting.add(each)
      }
      const shown = withHead([...fitting].sort((one, other) => one - other))
      const cost = counter.count(shown)
      return whole >= minTokens && cost < whole ? { text: shown, tokens: cost } : undefined
    }
  },
}

/** Each part with its share of the room, between words that stay. */
function shortenWithin({ within: _, ...input }: ReduceInput, within: readonly Span[]): Shorten {
  const { text, counter } = input
  const wordsBefore = (at: number): string => text.slice(within[at - 1]?.end ?? 0, within[at]?.start)
  const words = within.reduce((sum, _, at) => sum + counter.count(wordsBefore(at)), 0)
  const parts = within.map(({ start, end }) => {
    const part = text.slice(start, end)
    return { part, shorten: bindingLines.read({ ...input, text: part }) }
  })
  const all = parts.reduce((sum, { part }) => sum + part.length, 0)
  const whole = counter.count(text)
  return target => {
    const room = Math.max(0, target - words - counter.count(wordsBefore(within.length)))
    const shown = parts.map(({ part, shorten }, at) => {
      const short = shorten((room * part.length) / Math.max(1, all))?.text ?? part
      return `${wordsBefore(at)}${short}`
    })
    const short = `${shown.join('')}${wordsBefore(within.length)}`
    const tokens = counter.count(short)
    return tokens < whole ? { text: short, tokens } : undefined
  }
}

/** For each sentence, the index of the heading that it is below, or of itself if it is one; -1 for what is above all headings. */
function sectionsOf(said: readonly InstructionSentence[]): readonly number[] {
  let section = -1
  return said.map(({ own, isFenced }, at) => {
    if (!isFenced && isHeading(own)) section = at
    return section
  })
}

/** `Before a release:`, `**Must be done first:**` */
const endsInColon = /:(?:\*\*)?\s{0,4}$/

/** The sentence right below, where it is one and not too long to be shown, or a fence with one line. */
function introducedBy(said: readonly InstructionSentence[], at: number): readonly number[] {
  let below = at + 1
  while (said[below]?.own.trim() === '') below += 1
  const next = said[below]
  if (next === undefined || isHeading(next.own) || next.own.length > maxSentenceLine) return []
  if (!next.isFenced) return [below]
  const fence = [below, below + 1, below + 2]
  const isOneLine = said[below + 2]?.isFenced === true && said[below + 3]?.isFenced !== true
  return isOneLine && (said[below + 1] as InstructionSentence).own.length <= maxSentenceLine ? fence : []
}

/** This many rare words in common are not a coincidence. */
const sharedEnough = 2

/** From 0 to 1: by words that a line, or the heading above it, shares with the work and few other lines have. */
function relevances(sentences: readonly InstructionSentence[], work: string): readonly number[] {
  const wordsIn = sharedWords(contentWords(work))
  let above: readonly string[] = []
  const shared = sentences.map(({ own, isFenced }) => {
    const words = wordsIn(own)
    if (!isFenced && isHeading(own)) above = words
    return new Set([...above, ...words])
  })
  const rarest = Math.log(1 + sentences.length)
  return rarities(shared).map(score => Math.min(1, score / (sharedEnough * rarest)))
}

/** For a text without a rule, only by its relevance to the work. */
function unbindingWeights(
  sentences: readonly InstructionSentence[],
  near: readonly number[],
): readonly number[] {
  return sentences.map(({ own, isFenced }, at) =>
    isFenced || own.trim() === '' || own.length > maxSentenceLine || isHeading(own)
      ? 0
      : (near[at] as number),
  )
}

/** `review/SKILL.md, which the agent read,`: marks that these are not the user's words. */
function originOf(path: string, tool: string | undefined): string {
  const name = path.split(/[/\\]/).slice(-2).join('/')
  return tool === undefined ? name : `${name}, which the agent read,`
}

/** `MUST`, `never`, `hard rule`: rules that must not be broken. */
const strict =
  /\b(?:must|never|always|hard rule|explicit(ly)? approv\w{1,4}|only after|your (?:task|job|goal) is)(?!\w)|^\W{0,6}(?:do not|don['’]t)(?!\w)/i
/** `**⚠️ BLOCKING: test by hand**`, `keep BOTH changes`: what the author of a text stressed, in a line that is not all in capitals. */
const stressed =
  /⚠|\b(?:REQUIRED|DO NOT|ONLY|BLOCKING|IMPORTANT|MUST|NEVER|ALWAYS|NOT|BOTH|ALL|EVERY|BEFORE|FIRST)(?!\w)/
const blocking = /⚠|\bBLOCKING(?!\w)/
const lowerCase = /[a-z]{2}/
/** `You don't have to …`, `Your task is …`: what a prompt asks for, or what it says is not needed. */
const asks = /^your (?:task|job|goal|role) is\b|\byou (?:don['’]t|do not|need not) (?:have|need) to\b/i
/** When and how work begins, is checked, handed over and ends. */
const ofWorkflow =
  /\b(?:commit|push|merge|rebase|branch|pull request|PR|worktree|approval|approve|confirm|ask|tests?|lint|before|after|stop|report|finish|done|instead)(?!\w)/i
/** `1. **Setup**: run the script`: a step of a command. */
const step = /^\s{0,3}\d{1,2}[.)] \*\*/
/** `1. Explore the repository.`: a step that is no rule. */
const plainStep = /^\s{0,3}\d{1,2}[.)] \S/

const inlineCode = /`([^`\n]{1,200})`/g

/** The commands of a line that test, build or lint, as `readCheck` names them: they prove that work is done. */
function checksIn({ own, isFenced }: InstructionSentence): readonly string[] {
  const commands = isFenced ? [own.trim()] : Array.from(own.matchAll(inlineCode), ([, code = '']) => code)
  return commands.flatMap(command => {
    const { isCheck, key } = readCheck(command)
    return isCheck ? [key] : []
  })
}

/**
 * The weight of each sentence. Code blocks are written for others, but a command that checks something counts once, if no rule
 * names it.
 */
function weightsOf(sentences: readonly InstructionSentence[]): readonly number[] {
  const checks = sentences.map(each => (each.own.length > maxSentenceLine ? [] : checksIn(each)))
  // A text that is entirely in a fence is not a template.
  const hasTemplates = sentences.filter(({ isFenced }) => isFenced).length <= sentences.length / 2
  const weights = sentences.map(({ own, isFenced }, at) => {
    const isOfCheck = (checks[at] as readonly string[]).length > 0
    const isTemplate = hasTemplates && isFenced && !isOfCheck
    return own.length > maxSentenceLine || isTemplate ? 0 : weightOf(own, isOfCheck)
  })
  const named = new Set(checks.filter((_, at) => (weights[at] as number) > 0).flat())
  return weights.map((weight, at) => {
    const own = checks[at] as readonly string[]
    if (weight > 0 || own.every(check => named.has(check))) return weight
    for (const check of own) named.add(check)
    return bareCheck
  })
}

/** Weights of the steps of a prompt: the last ones, and what the last one asks for, are the least likely to be done. */
const lastStep = 6
const ofLastStep = 5
const minSteps = 3
const stepNumber = /^(\d{1,2})[.)] \S/

/** By position, the first list of numbered steps with the items of its last one. */
function stepWeights(sentences: readonly InstructionSentence[]): ReadonlyMap<number, number> {
  const steps: number[] = []
  for (const [at, { own, isFenced }] of sentences.entries()) {
    const number = isFenced ? undefined : stepNumber.exec(own)?.[1]
    if (number === undefined) continue
    if (Number(number) !== steps.length + 1) break
    steps.push(at)
  }
  if (steps.length < minSteps) return new Map()
  const weights = new Map(steps.map((at, index) => [at, (lastStep * (index + 1)) / steps.length]))
  for (let at = (steps.at(-1) as number) + 1; /^\s{1,8}[-*+] \S/.test(sentences[at]?.own ?? ''); at += 1)
    weights.set(at, ofLastStep)
  return weights
}

/** 0 for a line that is not a rule. */
function weightOf(line: string, isOfCheck: boolean): number {
  const rule = ruleIn(line)
  const isStep = step.test(line)
  const isStressed = stressed.test(rule) && lowerCase.test(rule) && !isHeading(line)
  if (!isStep && !isStressed && !isDemand(rule) && !asks.test(rule))
    return plainStep.test(line) ? bareStep : 0
  return (
    1 +
    (isStressed || strict.test(rule) ? 2 : 0) +
    (isStressed && blocking.test(rule) ? 4 : 0) +
    Number(ofWorkflow.test(rule)) +
    (isOfCheck ? 2 : 0) +
    Number(isStep && !rule.endsWith(':'))
  )
}

/** Without the mark of a list. */
function ruleIn(line: string): string {
  return line.trim().replace(/^(?:[-*+•]|\d{1,3}[.)]) /, '')
}
