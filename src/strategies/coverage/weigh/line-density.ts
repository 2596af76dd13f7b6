/** How useful a line is per token to the agent that continues from a view, by its kind and age: a log-linear model. */
import type { Lists } from '../../../measure/entity-index.ts'
import { leadingSpace } from '../../../reduce/pieces/parts.ts'
import type { Candidate, Section } from '../read/candidate.ts'
import type { Candidates } from '../read/candidate-columns.ts'

/** In the order of `forEachLine`. */
export const lineFeatures = [
  'calls',
  'tools',
  'pasted',
  'report',
  'ageOfWords',
  'ageOfCalls',
  'ageOfTools',
  'ageOfDocuments',
  'sinceLastRequest',
  'conclusion',
  'latest',
  'present',
  'outcome',
  'sectionLength',
  'lineLength',
  'talk',
  'test',
  'outline',
  'comment',
  'bullet',
  'code',
  'added',
  'removed',
  'key',
  'useful',
] as const

type LineFeature = (typeof lineFeatures)[number]
export type LineWeights = Readonly<Record<LineFeature, number>>

/** What the features of a line depend on. */
interface LineContext {
  /** The entities of each candidate. */
  readonly terms: Lists
  /** Entities that the current talk names. */
  readonly talk: ReadonlySet<number>
  /** Tokens of each candidate. */
  readonly tokens: ArrayLike<number>
  /** Candidates of each section, see `sectionCounts`. */
  readonly counts: ArrayLike<number>
  /** 0 for each candidate that is not needed; if absent, all are computed. */
  readonly weighed?: ArrayLike<number>
}

const ageScale = 10
const sectionScale = 5

/** Greater than 0 for each computed candidate; only ratios are meaningful. */
export function lineDensities(
  candidates: Candidates,
  weights: LineWeights,
  context: LineContext,
): Float64Array {
  const values = Float64Array.from(lineFeatures, name => weights[name])
  const densities = new Float64Array(candidates.candidates.length)
  forEachLine(candidates, context, (features, piece) => {
    let sum = 0
    for (let index = 0; index < values.length; index += 1)
      sum += (values[index] as number) * (features[index] as number)
    densities[piece] = Math.exp(sum)
  })
  return densities
}

/** The features of each candidate, in an array that is reused. */
export function forEachLine(
  { candidates, sections }: Candidates,
  { terms, talk, tokens, counts, weighed }: LineContext,
  visit: (features: Float64Array, piece: number) => void,
): void {
  const features = new Float64Array(lineFeatures.length)
  // Candidates of a section are consecutive and share its features.
  let current = -1
  let elapsed = 0
  let sectionLength = 0
  for (let piece = 0; piece < candidates.length; piece += 1) {
    if (weighed?.[piece] === 0) continue
    const candidate = candidates.at(piece) as Candidate
    const { text, part, author, label, isCode, isOutline, value, section } = candidate
    const { age, turnsAgo, isTest } = sections[section] as Section
    if (section !== current) {
      current = section
      elapsed = Math.log1p(age / ageScale)
      sectionLength = Math.log1p((counts[section] as number) / sectionScale)
    }
    const isDocument = part === 'pasted' || part === 'report'
    const isCall = !isDocument && author === 'calls'
    const isOutput = !isDocument && author === 'tools'
    const length = Math.log1p(tokens[piece] as number)
    const start = leadingSpace(text)
    let at = 0
    features[at++] = Number(isCall)
    features[at++] = Number(isOutput)
    features[at++] = Number(part === 'pasted')
    features[at++] = Number(part === 'report')
    features[at++] = isDocument || isCall || isOutput ? 0 : elapsed
    features[at++] = isCall ? elapsed : 0
    features[at++] = isOutput ? elapsed : 0
    features[at++] = isDocument ? elapsed : 0
    features[at++] = Number(turnsAgo === 0)
    features[at++] = Number(part === 'conclusion')
    features[at++] = Number(part === 'latest')
    features[at++] = Number(part === 'present')
    features[at++] = Number(part === 'outcome')
    features[at++] = sectionLength
    features[at++] = (length * length) / 10
    features[at++] = shareIn(terms, piece, talk)
    features[at++] = Number(isTest)
    features[at++] = Number(isOutline && author === 'tools')
    features[at++] = Number((author === 'calls' || author === 'tools') && isComment(text, start))
    features[at++] = Number(isBullet(text, start))
    features[at++] = Number(isCode)
    features[at++] = Number(label === '+')
    features[at++] = Number(label === '-')
    features[at++] = Number(value === 'key')
    features[at++] = Number(value === 'useful')
    visit(features, piece)
  }
}

/** How many candidates each section has. */
export function sectionCounts({ candidates, sections }: Candidates): Uint32Array {
  const counts = new Uint32Array(sections.length)
  for (let piece = 0; piece < candidates.length; piece += 1) {
    const { section } = candidates.at(piece) as Candidate
    counts[section] = (counts[section] as number) + 1
  }
  return counts
}

/** `// so that`, `# so that`, ` * so that`, `-- so that`, `<!-- so that`: not a heading, not a list. */
function isComment(text: string, start: number): boolean {
  switch (text[start]) {
    case '/':
      return text[start + 1] === '/' || text[start + 1] === '*'
    case '#':
      return text[start + 1] !== '#'
    case '*':
      return true
    case '-':
      return text[start + 1] === '-'
    case '<':
      return text.startsWith('<!--', start)
    default:
      return false
  }
}

/** `- one`, `* one`, `1. one` */
function isBullet(text: string, start: number): boolean {
  let at = start
  if (text[at] === '-' || text[at] === '*') at += 1
  else {
    while (at - start < 3 && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at += 1
    if (at === start || text[at] !== '.') return false
    at += 1
  }
  return text[at] === ' '
}

/** The share of its entities that are in `among`. */
function shareIn({ values, starts }: Lists, piece: number, among: ReadonlySet<number>): number {
  const start = starts[piece] as number
  const end = starts[piece + 1] as number
  let shared = 0
  for (let at = start; at < end; at += 1) if (among.has(values[at] as number)) shared += 1
  return shared / (1 + end - start)
}
