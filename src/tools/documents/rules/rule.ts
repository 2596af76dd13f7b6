/** The contract of a rule for Markdown: lines in, fewer or shorter lines out, each change with its reason. */
import type { DocumentLine } from './document-lines.ts'
import type { MarkdownDocument } from './markdown-document.ts'

/**
 * `duplicate-lines`: items, sentences and paragraphs that a section repeats. `similar-sections`: sections with the same name
 * and nearly the same text. `white-space`: runs of blank lines, spaces at the end. `empty-sections`: headings without content.
 * `decoration`: marks without meaning. `full-width-punctuation`: `，` as `,` if that is cheaper.
 * `emphasis`: every `**` and `_` around words; stress is lost, so it is applied only on request.
 */
export type RuleName =
  | 'duplicate-lines'
  | 'similar-sections'
  | 'white-space'
  | 'empty-sections'
  | 'decoration'
  | 'full-width-punctuation'
  | 'emphasis'

export interface RuleChange {
  readonly rule: RuleName
  /** The line number in the input, from 1. */
  readonly line: number
  readonly before: string
  /** The text that replaces it; empty if it was removed. */
  readonly after: string
  readonly reason: string
}

export interface Rewrite {
  readonly lines: readonly DocumentLine[]
  readonly changes: readonly RuleChange[]
}

/** Contract: pure, deterministic, linear; `undefined` if there is nothing to do. */
export interface Rule {
  readonly name: RuleName
  apply(document: MarkdownDocument, settings: RuleSettings): Rewrite | undefined
}

export interface RuleSettings {
  readonly count: (text: string) => number
}
