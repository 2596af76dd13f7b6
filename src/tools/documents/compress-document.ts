/** All techniques on one document: rules, dictionary, runs, and notation last, each applied only if it saves tokens. */
import { text as checkText } from '../../settings/invalid-option.ts'
import type { NamesOf } from '../../settings/option-names.ts'
import { memoCounter } from '../../tokens/memo-counter.ts'
import { exactCounter } from '../../tokens/tokens.ts'
import type { TokenCounter } from '../../types.ts'
import { checkChosen, checkDocument } from './check-document.ts'
import type { DecodeOptions, EncodeOptions, TextTechnique } from './codec.ts'
import { decodeText, encodeText, isEncoded } from './encode-text.ts'
import { compressNotationSync } from './notation/compress-notation.ts'
import type { NotationOptions } from './notation/notation.ts'
import { applyRules, type MarkdownRuleOptions } from './rules/apply-rules.ts'

export type DocumentTechnique = 'rules' | 'dictionary' | 'runs' | 'notation'

export interface DocumentOptions extends Pick<EncodeOptions, 'codebook' | 'codebookFile' | 'workspace'> {
  /** The order does not matter. @default all but `notation` */
  readonly techniques?: readonly DocumentTechnique[]
  /** Decides whether a step saves tokens. @default the exact one for o200k_base */
  readonly counter?: TokenCounter
  /** @default all but `emphasis` */
  readonly rules?: MarkdownRuleOptions['rules']
  /** @default { level: 'medium' } */
  readonly notation?: Omit<NotationOptions, 'counter'>
}

export const defaultDocumentTechniques: readonly DocumentTechnique[] = ['rules', 'dictionary', 'runs']

/** Tokens of the whole document, legends and instructions included, before and with this step; equal if it was not applied. */
export interface DocumentStep {
  readonly step: DocumentTechnique
  readonly before: number
  readonly after: number
  readonly taken: boolean
}

/** Plain JSON. */
export interface DocumentResult {
  readonly text: string
  /** In the order in which they were decided. */
  readonly steps: readonly DocumentStep[]
  readonly tokens: { readonly before: number; readonly after: number; readonly counter: string }
  /** `lossless`: `restoreDocument` returns the exact input. `lossy`: it returns the result of rules and notation. */
  readonly loss: 'lossless' | 'lossy'
}

const runs: readonly TextTechnique[] = ['paths', 'addresses', 'blocks', 'lines', 'columns', 'enumerations']
const codecs: Readonly<Record<'dictionary' | 'runs', readonly TextTechnique[]>> = {
  dictionary: ['dictionary'],
  runs,
}

const documentNames: NamesOf<DocumentOptions> = {
  techniques: true,
  counter: true,
  rules: true,
  notation: { level: true, language: true, instruction: true } satisfies NamesOf<
    Omit<NotationOptions, 'counter'>
  >,
  codebook: true,
  codebookFile: true,
  workspace: true,
}

/**
 * Never more tokens than before. Throws `invalid-option`, and for an invalid codebook.
 * Notation is decided last but applied before the codes: codes that were rewritten could not be decoded.
 */
export function compressDocument(text: string, options: DocumentOptions = {}): DocumentResult {
  checkDocument(text, options, documentNames)
  const { techniques = defaultDocumentTechniques, rules, notation, ...shared } = options
  checkChosen('techniques', techniques, [...defaultDocumentTechniques, 'notation'])
  const counter = memoCounter(options.counter ?? exactCounter())
  const wanted = new Set(techniques)
  const before = counter.count(text)
  const steps: DocumentStep[] = []
  const active: TextTechnique[] = []
  const encoded = (plain: string): Candidate => {
    const { text: made, tokens } = encodeText(plain, { ...shared, counter, techniques: active })
    return { plain, text: made, tokens: tokens.after }
  }
  let best: Candidate = { plain: text, text, tokens: before }
  const decide = (step: DocumentTechnique, candidate: Candidate): void => {
    const taken = candidate.tokens < best.tokens
    steps.push({ step, before: best.tokens, after: taken ? candidate.tokens : best.tokens, taken })
    if (taken) best = candidate
  }
  if (wanted.has('rules')) {
    const made = applyRules(text, { counter, ...(rules !== undefined && { rules }) })
    decide('rules', { plain: made.text, text: made.text, tokens: made.tokens.after })
  }
  for (const step of ['dictionary', 'runs'] as const)
    if (wanted.has(step)) {
      active.push(...codecs[step])
      decide(step, encoded(best.plain))
    }
  if (wanted.has('notation')) {
    const made = compressNotationSync(best.plain, { level: 'medium', ...notation, counter })
    decide('notation', made.compressed ? encodedOr(made.text, made.tokens.after, encoded) : best)
  }
  return {
    text: best.text,
    steps,
    tokens: { before, after: best.tokens, counter: counter.name },
    loss: best.plain === text ? 'lossless' : 'lossy',
  }
}

interface Candidate {
  /** The text after the lossy steps, which restoring returns. */
  readonly plain: string
  readonly text: string
  readonly tokens: number
}

function encodedOr(plain: string, tokens: number, encoded: (plain: string) => Candidate): Candidate {
  const candidate = encoded(plain)
  return candidate.tokens < tokens ? candidate : { plain, text: plain, tokens }
}

/**
 * The exact input of the lossless steps; a document that they did not change is returned as it is.
 * Throws `not-found` if its codebook is missing.
 */
export function restoreDocument(document: string, options: DecodeOptions = {}): string {
  checkText('The document', document)
  return isEncoded(document, options) ? decodeText(document, options) : document
}
