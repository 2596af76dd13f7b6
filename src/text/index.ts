/** Lossless codecs for documents: the public face of the folder. */

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
export { decodeText, encodeText, isEncoded, textTechniques } from './encode-text.ts'
export { textCodec } from './text-codec.ts'
