/** Converts any JavaScript string to bytes and back exactly: UTF-8, and WTF-8 where a string has lone surrogates. */
import { lazily } from './lazily.ts'

/** A text of this length mostly has a character beyond Latin-1, for which the encoder takes five times as long. */
const longText = 4096
/** The copy for the faster encoder takes twice the memory of its result. */
const hugeText = 1 << 20

/** Copies of texts up to this length share one buffer. */
const scratchText = 1 << 16
const scratch = lazily(() => Buffer.allocUnsafeSlow(2 * scratchText))

export function toBytes(text: string): Uint8Array {
  // Encoders write U+FFFD for a lone surrogate, or refuse it.
  if (!text.isWellFormed()) return encodeSurrogates(text)
  if (text.length < longText || text.length > hugeText) return new TextEncoder().encode(text)
  const { transcode } = process.getBuiltinModule('node:buffer')
  // A Node without ICU cannot transcode.
  if (transcode === undefined) return new TextEncoder().encode(text)
  const units =
    text.length > scratchText
      ? Buffer.from(text, 'utf16le')
      : scratch().subarray(0, scratch().write(text, 'utf16le'))
  const { buffer, byteOffset, byteLength } = transcode(units, 'utf16le', 'utf8')
  return new Uint8Array(buffer, byteOffset, byteLength)
}

export function toText(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  // The decoder writes U+FFFD for what it cannot read: only then there may be surrogates to restore.
  return text.includes('\uFFFD') ? decodeSurrogates(bytes) : text
}

/** Whether these bytes are a text: `toBytes(toText(bytes))` returns the same bytes. */
export function isText(bytes: Uint8Array): boolean {
  return Buffer.compare(toBytes(toText(bytes)), bytes) === 0
}

/** A lone surrogate is first encoded as U+FFFD, which has the same number of bytes, and then replaced there. */
function encodeSurrogates(text: string): Uint8Array {
  const bytes = Buffer.from(text)
  let at = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) at += 1
    else if (unit < 0x800) at += 2
    else if (unit < 0xd800 || unit > 0xdfff) at += 3
    else if (unit < 0xdc00 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      at += 4
      index += 1
    } else {
      bytes[at] = 0xe0 | (unit >> 12)
      bytes[at + 1] = 0x80 | ((unit >> 6) & 0x3f)
      bytes[at + 2] = 0x80 | (unit & 0x3f)
      at += 3
    }
  }
  return bytes
}

/** WTF-8 writes U+D800 to U+DFFF as ED A0..BF xx; strict UTF-8 never does. */
function decodeSurrogates(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  let from = 0
  for (let at = bytes.indexOf(0xed); at >= 0 && at + 2 < bytes.length; at = bytes.indexOf(0xed, at + 1)) {
    const second = bytes[at + 1] ?? 0
    const third = bytes[at + 2] ?? 0
    if (second < 0xa0 || second > 0xbf || (third & 0xc0) !== 0x80) continue
    text += decoder.decode(bytes.subarray(from, at))
    text += String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f))
    from = at + 3
  }
  return text + decoder.decode(bytes.subarray(from))
}
