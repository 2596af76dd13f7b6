/** What a rule for Markdown is: lines in, fewer or shorter lines out, each change with its reason. */
import type { DocumentLine } from './document-lines.ts'
import type { MarkdownDocument } from './markdown-document.ts'

/**
 * `duplicate-lines`: items, sentences and paragraphs that a section says twice. `similar-sections`: sections of one
 * name that say nearly the same. `white-space`: runs of blank lines, spaces at the end. `empty-sections`: headings that
 * announce nothing. `decoration`: marks that carry nothing. `full-width-punctuation`: `，` as `,` where that is cheaper.
 * `emphasis`: every `**` and `_` around words; stress is lost, and so it is only done on request.
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
  /** The line of the text that went in, from 1. */
  readonly line: number
  readonly before: string
  /** What represents it now; empty where it is gone. */
  readonly after: string
  readonly reason: string
}

export interface Rewrite {
  readonly lines: readonly DocumentLine[]
  readonly changes: readonly RuleChange[]
}

/** Contract: pure, deterministic, linear; `undefined` where there is nothing to do. */
export interface Rule {
  readonly name: RuleName
  apply(document: MarkdownDocument, settings: RuleSettings): Rewrite | undefined
}

export interface RuleSettings {
  readonly count: (text: string) => number
}
