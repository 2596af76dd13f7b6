/** Chosen techniques as a codec: a text transform with an exact inverse. */
import type { EncodeOptions } from './codec.ts'
import { decodeText, encodeText } from './encode-text.ts'

export interface TextCodec {
  /** `undefined` where it saves no tokens. */
  encode(text: string): string | undefined
  /** `decode(encode(x))` is `x` to the byte. Throws where the text was not encoded by Fovea, or changed since. */
  decode(encoded: string): string
}

export function textCodec(options: EncodeOptions = {}): TextCodec {
  return {
    encode(text) {
      const result = encodeText(text, options)
      return result.encoded ? result.text : undefined
    },
    decode: encoded => decodeText(encoded, options),
  }
}
