/** A document in the notation of a level, by tables: only its prose changes. */
import type { TokenCounter } from '../../../types.ts'
import { applyRules } from '../rules/apply-rules.ts'
import { documentLines } from '../rules/document-lines.ts'
import { type MarkdownDocument, markdownDocument } from '../rules/markdown-document.ts'
import type { RuleName } from '../rules/rule.ts'
import { chunksOf } from './chunks.ts'
import { factsOf, firstChangedFact } from './facts.ts'
import { type NotationLanguage, type NotationLevel, reaches } from './notation.ts'
import { prosePlaces } from './prose-places.ts'
import { eastAsianTable, shorterEastAsian } from './shorter-east-asian.ts'
import { phraseTable, shorterEnglish } from './shorter-english.ts'
import { unwrapped } from './unwrapped.ts'

/** What becomes shorter may make room for more; real texts settle after two or three passes. */
const maxPasses = 8

export interface ShorterOptions {
  readonly level: NotationLevel
  readonly language: NotationLanguage
  readonly counter: TokenCounter
  /** Whether lines that were broken at a width are joined, and marks of emphasis go from `medium` on. */
  readonly joinsLines: boolean
  readonly dropsMarks: boolean
}

export function shorterText(text: string, options: ShorterOptions): string {
  const { level, language, counter, joinsLines, dropsMarks } = options
  const shorten = shortener(level, language, counter)
  const thin = (made: string): string =>
    dropsMarks && reaches(level, 'medium') ? applyRules(made, { rules: thinning, counter }).text : made
  let made = thin(text)
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const document = markdownDocument(documentLines(made))
    const joined = joinsLines ? unwrapped(document) : made
    const shorter =
      shorten === undefined
        ? joined
        : withShorterProse(joined === made ? document : markdownDocument(documentLines(joined)), shorten)
    const next = shorter === made ? thin(made) : shorter
    if (next === made) break
    made = next
  }
  return made
}

const thinning: readonly RuleName[] = ['emphasis', 'decoration', 'white-space']

type Shorten = (prose: string, isFrozen: (at: number) => boolean) => string

function shortener(
  level: NotationLevel,
  language: NotationLanguage,
  counter: TokenCounter,
): Shorten | undefined {
  if (language === 'other') return undefined
  if (language === 'en') {
    const table = phraseTable(level, counter)
    return (prose, isFrozen) => shorterEnglish(chunksOf(prose, isFrozen), level, table)
  }
  const table = eastAsianTable(language, level)
  return (prose, isFrozen) => shorterEastAsian(prose, isFrozen, table, counter)
}

function withShorterProse(document: MarkdownDocument, shorten: Shorten): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end, text: prose, isFrozen } of prosePlaces(document)) {
    if (start < from) continue
    const shorter = shorten(prose, isFrozen)
    const isIntact = shorter === prose || firstChangedFact(factsOf(prose), factsOf(shorter)) === undefined
    parts.push(document.text.slice(from, start), isIntact ? shorter : prose)
    from = end
  }
  parts.push(document.text.slice(from))
  const made = parts.join('')
  // Positions count in a text without carriage returns; where lines had them, they come back.
  return document.lines[0]?.lineBreak === '\r\n' ? made.replaceAll('\n', '\r\n') : made
}
