/** How much a line tells who goes on from a view, per token, by what it is and when it was said: a log-linear model. */
import { leadingSpace } from '../../reduce/content/parts.ts'
import type { Lists } from './choose-pieces.ts'
import type { Candidate, Candidates, Section } from './digest/candidates.ts'

/** In the order of `readLineFeatures`. */
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

export type LineFeature = (typeof lineFeatures)[number]
export type LineWeights = Readonly<Record<LineFeature, number>>

/** What all lines are judged against. */
export interface LineContext {
  /** The entities of each candidate. */
  readonly terms: Lists
  /** Those that the talk of now names. */
  readonly talk: ReadonlySet<number>
  /** Tokens of each candidate. */
  readonly tokens: ArrayLike<number>
}

const ageScale = 10
const sectionScale = 5

/** Greater than 0 for each candidate; only the ratio of two of them means something. */
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

/** The features of each candidate, in an array that is used again. */
export function forEachLine(
  { candidates, sections }: Candidates,
  { terms, talk, tokens }: LineContext,
  visit: (features: Float64Array, piece: number) => void,
): void {
  const counts = new Uint32Array(sections.length)
  for (const { section } of candidates) counts[section] = (counts[section] as number) + 1
  const features = new Float64Array(lineFeatures.length)
  for (let piece = 0; piece < candidates.length; piece += 1) {
    const { section } = candidates[piece] as Candidate
    readLineFeatures(candidates[piece] as Candidate, sections[section] as Section, features)
    const length = Math.log1p(tokens[piece] as number)
    features[sectionLength] = Math.log1p((counts[section] as number) / sectionScale)
    features[lineLength] = (length * length) / 10
    features[talkShare] = shareIn(terms, piece, talk)
    visit(features, piece)
  }
}

const sectionLength = lineFeatures.indexOf('sectionLength')
const lineLength = lineFeatures.indexOf('lineLength')
const talkShare = lineFeatures.indexOf('talk')

function readLineFeatures(
  { text, part, author, label, isCode, isOutline, value }: Candidate,
  { age, turnsAgo, isTest }: Section,
  features: Float64Array,
): void {
  const isDocument = part === 'pasted' || part === 'report'
  const isCall = !isDocument && author === 'calls'
  const isOutput = !isDocument && author === 'tools'
  const elapsed = Math.log1p(age / ageScale)
  const start = leadingSpace(text)
  const own: Readonly<
    Record<Exclude<LineFeature, 'sectionLength' | 'lineLength' | 'talk'>, number | boolean>
  > = {
    calls: isCall,
    tools: isOutput,
    pasted: part === 'pasted',
    report: part === 'report',
    ageOfWords: !isDocument && !isCall && !isOutput ? elapsed : 0,
    ageOfCalls: isCall ? elapsed : 0,
    ageOfTools: isOutput ? elapsed : 0,
    ageOfDocuments: isDocument ? elapsed : 0,
    sinceLastRequest: turnsAgo === 0,
    conclusion: part === 'conclusion',
    latest: part === 'latest',
    present: part === 'present',
    outcome: part === 'outcome',
    test: isTest,
    outline: isOutline && author === 'tools',
    comment: (author === 'calls' || author === 'tools') && isComment(text, start),
    bullet: isBullet(text, start),
    code: isCode,
    added: label === '+',
    removed: label === '-',
    key: value === 'key',
    useful: value === 'useful',
  }
  for (const [index, name] of lineFeatures.entries()) features[index] = Number(own[name as keyof typeof own])
}

/** `// so that`, `# so that`, ` * so that`, `-- so that`, `<!-- so that`: no heading, no list. */
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

/** The share of its entities that are among these. */
function shareIn({ values, starts }: Lists, piece: number, among: ReadonlySet<number>): number {
  const start = starts[piece] as number
  const end = starts[piece + 1] as number
  let shared = 0
  for (let at = start; at < end; at += 1) if (among.has(values[at] as number)) shared += 1
  return shared / (1 + end - start)
}
