/**
 * Fits the likelihoods of the coverage planner on half of the sessions of a corpus and reports them on the other half.
 * `node bench/fit-coverage.ts` prints them as they are in `src/strategies/coverage/coverage-weights.ts`.
 */
import { formatNamed } from '../src/formats/index.ts'
import { type Author, authors, type EntityFacts, type EntityIndex } from '../src/measure/entity-index.ts'
import { measure } from '../src/measure/measure.ts'
import { agentText, heardText, messageText } from '../src/scan/spoken-text.ts'
import { termKinds } from '../src/scan/terms.ts'
import { conversationFacts } from '../src/strategies/coverage/facts/conversation-facts.ts'
import { candidatesOf } from '../src/strategies/coverage/mark/candidates-of.ts'
import { countersFor } from '../src/tokens/counters.ts'
import { cutsAtShares } from '../src/tools/evaluate/cut.ts'
import { nextActions } from '../src/tools/evaluate/predictive-information.ts'
import type { Message } from '../src/types.ts'
import { corpusTranscripts } from './corpus-transcripts.ts'
import { entityIndexOf } from './entity-index-of.ts'
import { featureCount, modelOf, readFeatures } from './likelihood-features.ts'

const newestShare = 0.2
const minNameKind = termKinds.indexOf('identifier')

type Head = 'next' | 'phrase' | 'memory'

/** Rows of features, with what came of each and how much it counts. */
interface Examples {
  readonly features: Float64Array[]
  readonly isUsed: boolean[]
  readonly weights: number[]
}

const { ranker } = countersFor({})

function newExamples(): Record<Head, Examples> {
  const none = (): Examples => ({ features: [], isUsed: [], weights: [] })
  return { next: none(), phrase: none(), memory: none() }
}

/** What of a history was used after it. */
function addExamples(
  history: readonly Message[],
  future: readonly Message[],
  to: Record<Head, Examples>,
): void {
  const { candidates: columns, sections } = candidatesOf(
    conversationFacts(history),
    measure(history, { ranker, pins: [], preservePatterns: [] }),
  )
  const candidates = [...columns]
  const index = entityIndexOf(
    candidates.map(({ text, author, section }) => ({
      text,
      author: authors.indexOf(author) as Author,
      age: (sections[section] as (typeof sections)[number]).age,
    })),
  )
  const lastSeen = new Int32Array(index.termFacts.size)
  for (const [candidate, { section }] of candidates.entries())
    for (
      let at = index.terms.starts[candidate] as number;
      at < (index.terms.starts[candidate + 1] as number);
      at += 1
    )
      lastSeen[index.terms.values[at] as number] = sections[section]?.message ?? 0
  const next = { terms: new Set<number>(), phrases: new Set<number>() }
  for (const line of nextActions(future).split('\n')) {
    const { terms, phrases } = index.knownIn(line)
    for (const term of terms) next.terms.add(term)
    for (const phrase of phrases) next.phrases.add(phrase)
  }
  const remembered = usedFromMemory(future, index)
  const newest = newestFrom(history)
  add(
    index.termFacts,
    term => next.terms.has(term),
    () => true,
    to.next,
  )
  add(
    index.phraseFacts,
    phrase => next.phrases.has(phrase),
    phrase => phrase % 2 === 0,
    to.phrase,
  )
  add(
    index.termFacts,
    term => remembered.has(term),
    term => (index.termFacts.kinds[term] as number) >= minNameKind && (lastSeen[term] as number) < newest,
    to.memory,
  )
}

/** Terms that the agent used before anyone showed them again. */
function usedFromMemory(future: readonly Message[], index: EntityIndex): ReadonlySet<number> {
  const used = new Set<number>()
  const shown = new Set<number>()
  for (const message of future) {
    for (const term of index.knownIn(agentText(message)).terms) if (!shown.has(term)) used.add(term)
    for (const term of index.knownIn(heardText(message)).terms) if (!used.has(term)) shown.add(term)
  }
  return used
}

function newestFrom(history: readonly Message[]): number {
  const sizes = history.map(message => messageText(message).length)
  let rest = sizes.reduce((sum, size) => sum + size, 0) * newestShare
  let index = sizes.length
  while (index > 0 && rest > 0) {
    index -= 1
    rest -= sizes[index] as number
  }
  return index
}

function add(
  facts: EntityFacts,
  isUsed: (entity: number) => boolean,
  counts: (entity: number) => boolean,
  to: Examples,
): void {
  for (let entity = 0; entity < facts.size; entity += 1) {
    if (!counts(entity)) continue
    const features = new Float64Array(featureCount)
    readFeatures(facts, entity, features)
    to.features.push(features)
    to.isUsed.push(isUsed(entity))
    // Every history counts the same, however long it is.
    to.weights.push(300 / facts.size)
  }
}

/** Logistic regression by stochastic gradient descent with adapted steps; the same numbers every time. */
function fit({ features, isUsed, weights }: Examples): readonly number[] {
  const model = new Float64Array(featureCount)
  const squares = new Float64Array(featureCount).fill(1e-8)
  model[0] = -3
  let state = 1
  for (let step = 0; step < Math.max(features.length * 5, 1_500_000); step += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const row = Math.floor((state / 2 ** 32) * features.length)
    const example = features[row] as Float64Array
    const error = (likelihood(model, example) - (isUsed[row] ? 1 : 0)) * (weights[row] as number)
    for (let index = 0; index < featureCount; index += 1) {
      const slope = error * (example[index] as number)
      if (slope === 0) continue
      squares[index] = (squares[index] as number) + slope * slope
      model[index] = (model[index] as number) - (0.3 * slope) / Math.sqrt(squares[index] as number)
    }
  }
  return [...model]
}

function likelihood(model: ArrayLike<number>, features: Float64Array): number {
  let sum = 0
  for (let index = 0; index < featureCount; index += 1)
    sum += (model[index] as number) * (features[index] as number)
  return 1 / (1 + Math.exp(-sum))
}

/** Mean surprise in nats; a model that knows nothing but the rate is the measure. */
function surprise(model: ArrayLike<number> | undefined, { features, isUsed }: Examples): number {
  const rate = isUsed.filter(Boolean).length / isUsed.length
  const total = features.reduce((sum, example, row) => {
    const chance = model === undefined ? rate : Math.min(1 - 1e-9, Math.max(1e-9, likelihood(model, example)))
    return sum - Math.log(isUsed[row] ? chance : 1 - chance)
  }, 0)
  return total / features.length
}

const fitted = newExamples()
const held = newExamples()
const transcripts = (await corpusTranscripts()).filter(
  ({ agent, messages }) => (agent === 'claude-code' || agent === 'codex') && messages.length >= 20,
)
for (const [number, { format, messages: raw }] of transcripts.entries()) {
  const messages = formatNamed(format).read(raw)
  for (const { history, future } of cutsAtShares(messages, [0.5, 0.75], ranker))
    addExamples(history, future, number % 2 === 0 ? fitted : held)
}
for (const head of ['next', 'phrase', 'memory'] as const) {
  const model = fit(fitted[head])
  const [before, after] = [undefined, model].map(one => surprise(one, held[head]).toFixed(4))
  console.log(
    `${head}: ${fitted[head].features.length} examples; on the other half ${before} → ${after} nats`,
  )
  console.log(JSON.stringify(modelOf(model)))
}
