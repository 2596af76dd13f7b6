/**
 * Fits how much each property of a line tells (`lines` in `src/strategies/coverage/coverage-weights.ts`) on the cases of
 * the reading exam: each answer is credited to the lines of its source that hold its words. It prints the weights, and
 * which share of the credit lines of the same number of tokens have that were chosen by weights of other cases.
 *
 *     node bench/fit-lines.ts [--cases DIR]
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Author, authors } from '../src/measure/entity-index.ts'
import { measure } from '../src/measure/measure.ts'
import { coverageWeights } from '../src/strategies/coverage/coverage-weights.ts'
import { conversationFacts } from '../src/strategies/coverage/facts/conversation-facts.ts'
import { candidatesOf } from '../src/strategies/coverage/mark/candidates-of.ts'
import type { Section } from '../src/strategies/coverage/read/candidate.ts'
import type { Candidates } from '../src/strategies/coverage/read/candidate-columns.ts'
import {
  forEachLine,
  type LineWeights,
  lineFeatures,
  sectionCounts,
} from '../src/strategies/coverage/weigh/line-density.ts'
import { countersFor } from '../src/tokens/counters.ts'
import type { Message } from '../src/types.ts'
import { entityIndexOf } from './entity-index-of.ts'
import { caseName, type ExamCase, examCases } from './exam/exam-case.ts'
import { noteWords } from './exam/note-statements.ts'
import { corpusDirectory } from './results.ts'

const { values } = parseArgs({
  options: { cases: { type: 'string', multiple: true }, corpus: { type: 'string' } },
})
const corpus = corpusDirectory()
if (corpus === undefined) throw new Error('It needs a corpus: --corpus DIR.')
const folders = values.cases ?? [join(corpus, '../exam'), join(import.meta.dirname, 'exam')]
const { ranker } = countersFor({})
/** Cases are held out in so many groups. */
const groups = 9
/** Tokens of the lines that are chosen of each case. */
const room = 2000
const ridge = 5
/** How many blocks away from the named one an answer may be: some sources name a call instead of its result. */
const nearBlocks = 1

/** One line of a case. */
interface Line {
  readonly features: Float64Array
  readonly tokens: number
  readonly credit: number
}

const cases: (readonly Line[])[] = []
for (const folder of folders)
  for await (const examCase of examCases(folder, corpus)) cases.push(linesOf(examCase, folder))
const shares = cases.map((lines, at) =>
  shareWith(fittedTo(cases.filter((_, other) => other % groups !== at % groups)), lines),
)
const now = Float64Array.from(lineFeatures, name => coverageWeights.lines[name])
const shown = Object.fromEntries(
  lineFeatures.map((name, at) => [name, Math.round((fittedTo(cases)[at] as number) * 100) / 100]),
) as LineWeights
process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
process.stdout.write(
  `Credit within ${room} tokens: held out ${percent(shares)}, weights as they are ${percent(cases.map(lines => shareWith(now, lines)))}\n`,
)

function percent(shares: readonly number[]): string {
  return `${((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length).toFixed(1)} %`
}

function linesOf({ history: { messages }, questions, number }: ExamCase, folder: string): readonly Line[] {
  const candidates = candidatesOf(
    conversationFacts(messages),
    measure(messages, { ranker, pins: [], preservePatterns: [] }),
  )
  const { candidates: columns, sections } = candidates
  const lines = [...columns]
  const index = entityIndexOf(
    lines.map(({ text, author, section }) => ({
      text,
      author: authors.indexOf(author) as Author,
      age: (sections[section] as Section).age,
    })),
  )
  const tokens = lines.map(({ text }) => ranker.count(text) + 1)
  const talk = index.knownIn(talkIn(candidates)).terms
  const credits = creditsOf(candidates, messages, sourcesOf(folder, number), questions)
  const rows: Line[] = []
  forEachLine(
    candidates,
    { terms: index.terms, talk, tokens, counts: sectionCounts(candidates) },
    (features, piece) => {
      rows.push({
        features: Float64Array.from(features),
        tokens: tokens[piece] as number,
        credit: credits[piece] as number,
      })
    },
  )
  return rows
}

/** What the agent has said since the last request, and the requests of now. */
function talkIn({ candidates, sections }: Candidates): string {
  return [...candidates]
    .filter(
      ({ part, section }) =>
        part === 'narration' || (part === 'typed' && (sections[section]?.turnsAgo ?? 0) <= 1),
    )
    .map(({ text }) => text)
    .join('\n')
}

/** Where the answer to each question is: numbers of blocks. */
function sourcesOf(folder: string, number: number): ReadonlyMap<number, readonly number[]> {
  const known = JSON.parse(readFileSync(join(folder, `case-${caseName(number)}.json`), 'utf8')) as readonly {
    readonly id: number
    readonly where: string
  }[]
  return new Map(
    known.map(({ id, where }) => [
      id,
      Array.from(where.replace(/\([^)]*\)/g, '').matchAll(/(\d+)(?:\s?-\s?(\d+))?/g)).flatMap(
        ([, first, last = first]) =>
          Array.from(
            { length: Math.max(1, Number(last) - Number(first) + 1) },
            (_, at) => Number(first) + at,
          ),
      ),
    ]),
  )
}

/** Each word of an answer is credited in equal parts to the lines of its source that have it. */
function creditsOf(
  { candidates, sections }: Candidates,
  messages: readonly Message[],
  sources: ReadonlyMap<number, readonly number[]>,
  questions: ExamCase['questions'],
): Float64Array {
  const blocks = messages.flatMap((message, at) =>
    message.blocks.flatMap(({ type }, block) => (type === 'opaque' ? [] : [`${at} ${block}`])),
  )
  const words = Array.from(candidates, ({ text }) => noteWords(text))
  const credits = new Float64Array(candidates.length)
  for (const { id, kind, question, answer } of questions) {
    // What people typed is always shown.
    if (kind === 'user') continue
    const near = new Set(
      (sources.get(id) ?? []).flatMap(block =>
        blocks.slice(Math.max(0, block - 1 - nearBlocks), block + nearBlocks),
      ),
    )
    const asked = noteWords(question)
    const needed = [...noteWords(answer)].filter(word => !asked.has(word))
    const lines = [...candidates].flatMap(({ section }, at) => {
      const { message, block } = sections[section] as Section
      return near.has(`${message} ${block}`) ? [at] : []
    })
    for (const word of needed) {
      const having = lines.filter(at => words[at]?.has(word))
      for (const at of having) credits[at] = (credits[at] as number) + 1 / needed.length / having.length
    }
  }
  return credits
}

/** Newton's method for a Poisson model of the credit of a line, with a rate for each of its tokens. */
function fittedTo(cases: readonly (readonly Line[])[]): Float64Array {
  const lines = cases.flat()
  const size = lineFeatures.length + 1
  const weights = new Float64Array(size)
  weights[size - 1] = Math.log(
    lines.reduce((sum, { credit }) => sum + credit, 0) / lines.reduce((sum, { tokens }) => sum + tokens, 0),
  )
  for (let step = 0; step < 12; step += 1) {
    const gradient = new Float64Array(size)
    const curvature = Array.from({ length: size }, () => new Float64Array(size))
    for (const { features, tokens, credit } of lines) {
      const expected = tokens * Math.exp(Math.min(3, dot(features, weights) + (weights[size - 1] as number)))
      for (let row = 0; row < size; row += 1) {
        const own = row === size - 1 ? 1 : (features[row] as number)
        if (own === 0) continue
        gradient[row] = (gradient[row] as number) + own * (credit - expected)
        const line = curvature[row] as Float64Array
        for (let column = 0; column < size; column += 1)
          line[column] =
            (line[column] as number) +
            own * expected * (column === size - 1 ? 1 : (features[column] as number))
      }
    }
    for (let row = 0; row < size - 1; row += 1) {
      gradient[row] = (gradient[row] as number) - ridge * (weights[row] as number)
      ;(curvature[row] as Float64Array)[row] = ((curvature[row] as Float64Array)[row] as number) + ridge
    }
    for (const [at, change] of solved(curvature, gradient).entries())
      weights[at] = (weights[at] as number) + Math.max(-1, Math.min(1, change))
  }
  return weights
}

function dot(features: Float64Array, weights: Float64Array): number {
  let sum = 0
  for (let at = 0; at < features.length; at += 1) sum += (features[at] as number) * (weights[at] as number)
  return sum
}

/** Gauss's elimination; the matrix is positive definite. */
function solved(matrix: readonly Float64Array[], values: Float64Array): Float64Array {
  const size = values.length
  for (let pivot = 0; pivot < size; pivot += 1) {
    const own = matrix[pivot] as Float64Array
    for (let row = pivot + 1; row < size; row += 1) {
      const other = matrix[row] as Float64Array
      const factor = (other[pivot] as number) / (own[pivot] as number)
      if (factor === 0) continue
      for (let column = pivot; column < size; column += 1)
        other[column] = (other[column] as number) - factor * (own[column] as number)
      values[row] = (values[row] as number) - factor * (values[pivot] as number)
    }
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    const own = matrix[row] as Float64Array
    let sum = values[row] as number
    for (let column = row + 1; column < size; column += 1)
      sum -= (own[column] as number) * (values[column] as number)
    values[row] = sum / (own[row] as number)
  }
  return values
}

/** The share of the credit that the lines of the greatest density have. */
function shareWith(weights: Float64Array, lines: readonly Line[]): number {
  const best = lines
    .map(line => ({ line, density: dot(line.features, weights) }))
    .sort((one, other) => other.density - one.density)
  let left = room
  let credit = 0
  for (const { line } of best) {
    left -= line.tokens
    if (left < 0) break
    credit += line.credit
  }
  return credit / lines.reduce((sum, line) => sum + line.credit, 0)
}
