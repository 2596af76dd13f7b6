/** Documents in fewer tokens: lossless codecs, rules for Markdown, compressed notation. The public face of the folder. */

export type { CodebookOptions } from './build-codebook.ts'
export { buildCodebook, extendCodebook } from './build-codebook.ts'
export type { Codebook } from './codebook.ts'
export {
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
export type {
  DocumentOptions,
  DocumentResult,
  DocumentStep,
  DocumentTechnique,
} from './compress-document.ts'
export { compressDocument, defaultDocumentTechniques, restoreDocument } from './compress-document.ts'
export type { TextCodec } from './encode-text.ts'
export { decodeText, encodeText, isEncoded, textCodec, textTechniques } from './encode-text.ts'
export type { NotationWriter, WriterContext, WriterOptions } from './notation/ask-writer.ts'
export { endpointNotationWriter } from './notation/ask-writer.ts'
export { compressNotation, compressNotationSync } from './notation/compress-notation.ts'
export { instructionFor } from './notation/instructions.ts'
export type {
  Notation,
  NotationLanguage,
  NotationLevel,
  NotationOptions,
  NotationUnchanged,
} from './notation/notation.ts'
export type { RuleOptions, RuleResult } from './rules/apply-rules.ts'
export { applyRules, defaultRules } from './rules/apply-rules.ts'
export type { RuleChange, RuleName } from './rules/rule.ts'
