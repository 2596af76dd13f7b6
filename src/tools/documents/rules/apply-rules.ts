/** The rules for Markdown, one after the other, each only where it saves tokens and breaks nothing, until none is left to apply. */
import type { NamesOf } from '../../../settings/option-names.ts'
import { memoCounter } from '../../../tokens/memo-counter.ts'
import { exactCounter } from '../../../tokens/tokens.ts'
import type { TokenCounter } from '../../../types.ts'
import { checkChosen, checkDocument } from '../check-document.ts'
import { isEncoded } from '../encode-text.ts'
import { decoration, emphasis } from './decoration.ts'
import { documentLines, joinedLines } from './document-lines.ts'
import { duplicateLines } from './duplicate-lines.ts'
import { emptySections } from './empty-sections.ts'
import { fullWidthPunctuation } from './full-width-punctuation.ts'
import {
  holdsAll,
  isSame,
  type MarkdownDocument,
  markdownDocument,
  structureOf,
} from './markdown-document.ts'
import type { Rule, RuleChange, RuleName } from './rule.ts'
import { similarSections } from './similar-sections.ts'
import { whiteSpace } from './white-space.ts'

export interface MarkdownRuleOptions {
  /** @default all but `emphasis` */
  readonly rules?: readonly RuleName[]
  /** Decides whether a rule saves tokens. @default the exact one for o200k_base */
  readonly counter?: TokenCounter
}

/** Plain JSON. */
export interface RuleResult {
  readonly text: string
  readonly changes: readonly RuleChange[]
  readonly tokens: { readonly before: number; readonly after: number; readonly counter: string }
  /** The input cannot be restored from this text: keep it. */
  readonly loss: 'lossy'
}

const rules: readonly Rule[] = [
  duplicateLines,
  similarSections,
  emptySections,
  decoration,
  emphasis,
  fullWidthPunctuation,
  whiteSpace,
]

export const defaultRules: readonly RuleName[] = rules
  .map(({ name }) => name)
  .filter(name => name !== 'emphasis')

/** These drop duplicates; all others keep everything in its order. */
const leavesOut: ReadonlySet<RuleName> = new Set(['duplicate-lines', 'similar-sections'])

/** Maximum number of rounds; real texts need two or three. After that, the text stays as it is. */
const maxRounds = 12

const optionNames: NamesOf<MarkdownRuleOptions> = { rules: true, counter: true }

/**
 * Returns fewer tokens or the same text; throws only `invalid-option`. Applied to its own result it changes nothing.
 * Keeps every word, number, path and line of code, except those of duplicates and of empty sections.
 */
export function applyRules(markdown: string, options: MarkdownRuleOptions = {}): RuleResult {
  checkDocument(markdown, options, optionNames)
  checkChosen(
    'rules',
    options.rules,
    rules.map(({ name }) => name),
  )
  const counter = memoCounter(options.counter ?? exactCounter())
  const before = counter.count(markdown)
  const result = (text: string, after: number, changes: readonly RuleChange[]): RuleResult => ({
    text,
    changes,
    tokens: { before, after, counter: counter.name },
    loss: 'lossy',
  })
  if (isEncoded(markdown)) return result(markdown, before, [])
  const wanted = new Set(options.rules ?? defaultRules)
  const chosen = rules.filter(({ name }) => wanted.has(name))
  let state: State = { document: markdownDocument(documentLines(markdown)), text: markdown, tokens: before }
  const changes: RuleChange[] = []
  for (let round = 0; round < maxRounds; round += 1) {
    const start = state
    for (const rule of chosen) {
      const taken = applied(rule, state, counter)
      if (taken === undefined) continue
      state = taken.state
      for (const change of taken.changes) changes.push(change)
    }
    if (state === start) return result(state.text, state.tokens, changes)
  }
  return result(markdown, before, [])
}

interface State {
  readonly document: MarkdownDocument
  readonly text: string
  readonly tokens: number
}

function applied(
  rule: Rule,
  { document, tokens }: State,
  counter: TokenCounter,
): { readonly state: State; readonly changes: readonly RuleChange[] } | undefined {
  const rewrite = rule.apply(document, { count: text => counter.count(text) })
  if (rewrite === undefined) return undefined
  const usualBreak = document.lines[0]?.lineBreak || '\n'
  const text = joinedLines(rewrite.lines, usualBreak)
  const after = counter.count(text)
  if (after >= tokens) return undefined
  const rewritten = markdownDocument(rewrite.lines)
  const isIntact = leavesOut.has(rule.name) ? holdsAll : isSame
  if (!isIntact(structureOf(rewritten), structureOf(document))) return undefined
  return { state: { document: rewritten, text, tokens: after }, changes: rewrite.changes }
}
