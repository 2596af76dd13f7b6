/** Documents in fewer tokens: lossless codecs, rules for Markdown, compressed notation. The public face of the folder. */

export { buildCodebook, type CodebookOptions, extendCodebook } from './build-codebook.ts'
export {
  type Codebook,
  checkCodebook,
  emptyCodebook,
  extendsCodebook,
  mergeCodebooks,
  parseCodebook,
  replacingCodebook,
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
  defaultDocumentTechniques,
  restoreDocument,
} from './compress-document.ts'
export {
  decodeText,
  encodeText,
  isEncoded,
  type TextCodec,
  textCodec,
  textTechniques,
} from './encode-text.ts'
export {
  endpointNotationWriter,
  type NotationWriter,
  type WriterContext,
  type WriterOptions,
} from './notation/ask-writer.ts'
export { compressNotation, compressNotationSync } from './notation/compress-notation.ts'
export { instructionFor } from './notation/instructions.ts'
export type {
  Notation,
  NotationLanguage,
  NotationLevel,
  NotationOptions,
  NotationUnchanged,
} from './notation/notation.ts'
export { applyRules, defaultRules, type RuleOptions, type RuleResult } from './rules/apply-rules.ts'
export type { RuleChange, RuleName } from './rules/rule.ts'
