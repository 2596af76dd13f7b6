/** The text techniques, each alone and together, as something that can be measured on any document. */
import { memoCounter } from '../../src/tokens/memo-counter.ts'
import { exactCounter } from '../../src/tokens/tokens.ts'
import type { TextTechnique } from '../../src/tools/documents/codec.ts'
import { compressDocument, type DocumentTechnique } from '../../src/tools/documents/compress-document.ts'
import { decodeText, encodeText } from '../../src/tools/documents/encode-text.ts'
import { compressNotationSync } from '../../src/tools/documents/notation/compress-notation.ts'
import type { NotationLevel } from '../../src/tools/documents/notation/notation.ts'
import { applyRules, defaultRules } from '../../src/tools/documents/rules/apply-rules.ts'
import type { TokenCounter } from '../../src/types.ts'

export const counter: TokenCounter = memoCounter(exactCounter())

export interface Measured {
  readonly after: number
  /** Whether decoding gave the text back; absent where the technique has no inverse. */
  readonly isExact?: boolean
}

const runs: readonly TextTechnique[] = ['paths', 'addresses', 'blocks', 'lines', 'columns', 'enumerations']

export const techniqueNames = [
  'rules',
  'rules with emphasis',
  'dictionary',
  'runs',
  'dictionary and runs',
  'rules, dictionary, runs',
  'light notation',
  'medium notation',
  'ultra notation',
  'all with ultra notation',
] as const
export type TechniqueName = (typeof techniqueNames)[number]

export const techniques: Readonly<Record<TechniqueName, (text: string) => Measured>> = {
  rules: text => ({ after: applyRules(text, { counter }).tokens.after }),
  'rules with emphasis': text => ({
    after: applyRules(text, { counter, rules: [...defaultRules, 'emphasis'] }).tokens.after,
  }),
  dictionary: text => encoded(text, ['dictionary']),
  runs: text => encoded(text, runs),
  'dictionary and runs': text => encoded(text),
  'rules, dictionary, runs': text => together(text, ['rules', 'dictionary', 'runs']),
  'light notation': text => noted(text, 'light'),
  'medium notation': text => noted(text, 'medium'),
  'ultra notation': text => noted(text, 'ultra'),
  'all with ultra notation': text => together(text, ['rules', 'dictionary', 'runs', 'notation']),
}

/** These rewrite what people wrote; of outputs and sessions they are not asked. */
export const forDocuments: ReadonlySet<TechniqueName> = new Set(
  techniqueNames.filter(name => /rules|notation/.test(name)),
)

function together(text: string, chosen: readonly DocumentTechnique[]): Measured {
  return {
    after: compressDocument(text, { techniques: chosen, counter, notation: { level: 'ultra' } }).tokens.after,
  }
}

function noted(text: string, level: NotationLevel): Measured {
  return { after: compressNotationSync(text, { level, counter }).tokens.after }
}

function encoded(text: string, only?: readonly TextTechnique[]): Measured {
  const encoding = encodeText(text, { counter, ...(only && { techniques: only }) })
  if (!encoding.encoded) return { after: encoding.tokens.after, isExact: encoding.text === text }
  return { after: encoding.tokens.after, isExact: decodeText(encoding.text) === text }
}
