/** Documents in fewer tokens: lossless codecs, rules for Markdown, compressed notation. The public API of the folder. */

export { buildCodebook, type CodebookOptions, extendCodebook } from './build-codebook.ts'
export {
  type Codebook,
  extendsCodebook,
  mergeCodebooks,
  parseCodebook,
  writeCodebook,
} from './codebook.ts'
export type {
  DecodeOptions,
  EncodeOptions,
  EncodeStep,
  Encoding,
  LayerName,
  TextTechnique,
  Unchanged,
} from './codec.ts'
export {
  compressDocument,
  type DocumentOptions,
  type DocumentResult,
  type DocumentStep,
  type DocumentTechnique,
  restoreDocument,
} from './compress-document.ts'
export {
  decodeText,
  encodeText,
  isEncoded,
  type TextCodec,
  textCodec,
} from './encode-text.ts'
export {
  endpointNotationWriter,
  type NotationWriter,
  type WriterContext,
  type WriterOptions,
} from './notation/ask-writer.ts'
export { compressNotation, compressNotationSync } from './notation/compress-notation.ts'
export type {
  Notation,
  NotationLanguage,
  NotationLevel,
  NotationOptions,
  NotationUnchanged,
} from './notation/notation.ts'
export { applyRules, type MarkdownRuleOptions, type RuleResult } from './rules/apply-rules.ts'
export type { RuleChange, RuleName } from './rules/rule.ts'
