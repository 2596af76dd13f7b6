/**
 * Climbs from the numbers of `src/strategies/coverage/coverage-weights.ts` to better ones: those whose views show more of what half
 * of the sessions went on to use. Reports the other half. `node bench/tune-coverage.ts [STEPS] [SEED]`
 */
import { formatNamed } from '../src/formats/index.ts'
import { atomsIn, holds } from '../src/measure/probes/atoms.ts'
import { conversationText } from '../src/scan/spoken-text.ts'
import type { Settings } from '../src/settings/settings.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import { coverageOutcome } from '../src/strategies/coverage/coverage-outcome.ts'
import { type CoverageWeights, coverageWeights } from '../src/strategies/coverage/coverage-weights.ts'
import { resolveOptions } from '../src/strategies/options/resolve-options.ts'
import { compactionsOf, futureOf } from '../src/tools/evaluate/compactions.ts'
import { withoutInstructions } from '../src/tools/evaluate/evaluate.ts'
import { caseCuts, minDeepNeeds } from '../src/tools/evaluate/evaluate-cuts.ts'
import { type History, prepareHistory } from '../src/tools/evaluate/history.ts'
import { needsOf } from '../src/tools/evaluate/needs.ts'
import { informationMeter, nextActions } from '../src/tools/evaluate/predictive-information.ts'
import type { Transcript } from '../src/transcripts/transcript.ts'
import { type Conversation, readConversation, storeLookupOf } from '../src/view/conversation.ts'
import { writeView } from '../src/view/write-view.ts'
import { corpusTranscripts } from './corpus-transcripts.ts'

const shares = [0.15, 0.05]

/** The worth of a view: what it shows of `needed`, and how well it predicts the agent's next actions. */
interface Case {
  readonly measure: string
  readonly conversation: Conversation
  readonly budget: number
  readonly needed: readonly string[]
  readonly information: (view: string) => number
}

function casesOf(recorded: Transcript): readonly Case[] {
  const format = formatNamed(recorded.format)
  const transcript = withoutInstructions(recorded, format)
  const whole = prepareHistory(transcript.messages, format)
  const cuts = caseCuts(whole).flatMap(cut => {
    const deep = needsOf(cut, whole.counters.ranker).filter(({ isDeep }) => isDeep)
    if (deep.length < minDeepNeeds) return []
    const history = prepareHistory(whole.raw.slice(0, cut.at), format)
    const needed = deep.map(({ atom }) => atom)
    return shares.map(share =>
      caseOf(`${share}`, history, share * history.tokens, needed, nextActions(cut.future)),
    )
  })
  const compactions = compactionsOf(transcript).flatMap(compaction => {
    const { from, at, summary } = compaction
    const history = prepareHistory(whole.raw.slice(from, at), format)
    const next = nextActions(futureOf(compaction, whole.messages))
    const known = atomsIn(history.text)
    const needed = [...atomsIn(next).keys()].filter(atom => known.has(atom))
    if (summary === undefined || needed.length === 0) return []
    return [caseOf('compaction', history, whole.counters.counter.count(summary), needed, next)]
  })
  return [...cuts, ...compactions]
}

function caseOf(
  measure: string,
  { raw, format, text }: History,
  budget: number,
  needed: readonly string[],
  next: string,
): Case {
  const conversation = readConversation(raw, settingsOf(format.name, budget))
  return { measure, conversation, budget, needed, information: informationMeter(next, text) }
}

function settingsOf(format: Conversation['format']['name'], budget: number): Settings {
  return resolveOptions({ format, strategy: 'coverage', budget: Math.floor(budget) })
}

function viewOf({ conversation, budget }: Case, weights: CoverageWeights): string {
  const { format, hashes } = conversation
  const store = memoryStore()
  const lookup = storeLookupOf(conversation, store.views(hashes), store.handles(hashes))
  const whole = (): never => {
    throw new Error('A case whose budget holds everything tells nothing.')
  }
  const outcome = coverageOutcome(
    { conversation, lookup, settings: settingsOf(format.name, budget) },
    whole,
    weights,
  )
  return conversationText(format.read(writeView(outcome, conversation, lookup).messages))
}

/** Percent shown of what was needed, and percent of the information, by measure. */
type Measures = Readonly<Record<string, number>>

function measured(cases: readonly Case[], weights: CoverageWeights): Measures {
  const sums: Record<string, number> = {}
  const counts: Record<string, number> = {}
  const add = (measure: string, value: number): void => {
    sums[measure] = (sums[measure] ?? 0) + value
    counts[measure] = (counts[measure] ?? 0) + 1
  }
  for (const each of cases) {
    const view = viewOf(each, weights)
    const shown = each.needed.filter(atom => holds(view, atom)).length
    add(`${each.measure} shown`, shown / each.needed.length)
    add(`${each.measure} information`, each.information(view))
  }
  return Object.fromEntries(
    Object.entries(sums).map(([measure, sum]) => [measure, (100 * sum) / (counts[measure] as number)]),
  )
}

/** All measures count alike. */
function total(measures: Measures): number {
  return Object.values(measures).reduce((sum, value) => sum + value, 0)
}

/** A number of the weights, by the names that lead to it. */
type Knob = readonly string[]

/** What the climb leaves alone: what other measures decide (rules, the trail of artifacts) and the caller's wish. */
const fixed = new Set(['ledgerShare', 'ruleShare', 'tail', 'focus', 'nearness', 'talk'])

function knobsOf(weights: object, path: Knob = []): readonly Knob[] {
  return Object.entries(weights).flatMap(([name, value]) => {
    if (fixed.has(name)) return []
    const knob = [...path, name]
    return typeof value === 'object' ? knobsOf(value, knob) : [knob]
  })
}

/** Likelihoods are sums, which a step adds to; all else are factors, which it multiplies. */
function turned<Weights>(weights: Weights, [name, ...rest]: Knob, step: number, isSum?: boolean): Weights {
  if (name === undefined) {
    const value = weights as number
    return (isSum ? value + step : value * Math.exp(step)) as Weights
  }
  const isOfSum = isSum ?? heads.has(name)
  const copy = (Array.isArray(weights) ? [...weights] : { ...weights }) as Record<string, unknown>
  copy[name] = turned(copy[name], rest, step, isOfSum)
  return copy as Weights
}

const heads = new Set(['next', 'phrase', 'memory'])
const maxKnobs = 3
const maxStep = 0.7

/** Steps that helped are taken again; the same numbers every time. */
function climbed(cases: readonly Case[], steps: number, seed: number): CoverageWeights {
  let state = seed
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const knobs = knobsOf(coverageWeights)
  let best = coverageWeights
  let bestTotal = total(measured(cases, best))
  let again: readonly (readonly [Knob, number])[] | undefined
  for (let step = 1; step <= steps; step += 1) {
    const turns =
      again ??
      Array.from({ length: 1 + Math.floor(random() * maxKnobs) }, () => {
        const knob = knobs[Math.floor(random() * knobs.length)] as Knob
        return [knob, (random() * 2 - 1) * maxStep] as const
      })
    const tried = turns.reduce((weights, [knob, by]) => turned(weights, knob, by), best)
    const measures = measured(cases, tried)
    const isBetter = total(measures) > bestTotal
    again = isBetter ? turns : undefined
    if (!isBetter) continue
    best = tried
    bestTotal = total(measures)
    console.log(`step ${step}: ${described(measures)}`)
  }
  return best
}

function described(measures: Measures): string {
  return Object.entries(measures)
    .map(([measure, value]) => `${measure} ${value.toFixed(1)}`)
    .join(', ')
}

const [steps = 100, seed = 1] = process.argv.slice(2).map(Number)
const transcripts = (await corpusTranscripts()).filter(
  ({ agent }) => agent === 'claude-code' || agent === 'codex',
)
const sessions = transcripts.map(casesOf).filter(cases => cases.length > 0)
const half = (rest: number): readonly Case[] => sessions.filter((_, index) => index % 2 === rest).flat()
const best = climbed(half(0), steps, seed)
console.log(JSON.stringify(best))
console.log(`the other half before: ${described(measured(half(1), coverageWeights))}`)
console.log(`the other half after: ${described(measured(half(1), best))}`)
