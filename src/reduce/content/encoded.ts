/** Data that is not for reading: base64, hex dumps and binary data as one line each, minified code in bounded pieces. */
import { looksEncoded } from '../../scan/kind/content-shapes.ts'
import { longRuns } from '../../scan/random-tokens.ts'
import type { Span } from '../../scan/span.ts'
import { codeUnitSet } from '../../tokens/code-units.ts'
import { keyLine } from '../key-line.ts'
import { byteSize, sizeName } from '../pieces/byte-size.ts'
import { counted } from '../pieces/counted.ts'
import { isBlankLine, joined, maxLineLength, shortStretches } from '../pieces/parts.ts'
import type { Content, Piece } from './content.ts'

export const encoded: Content = {
  name: 'encoded',
  detect: looksEncoded,
  fits: ({ text, source: { kind } }) => kind === 'encoded' || isMostlyBlob(text),
  pieces(text, { role }) {
    const lines = text.split('\n')
    const pieces: Piece[] = []
    for (let at = 0; at < lines.length; ) {
      const line = lines[at] as string
      const shape = shapeOf(line)
      const end = shape === undefined ? at : runEnd(lines, at, shape)
      if (shape !== undefined && (end - at >= minLines || shape === 'binary')) {
        pieces.push(...runPieces(lines, at, end, shape))
        at = end
      } else {
        const key = keyLine(line, role)
        const value = isBlankLine(line) ? 'noise' : key === undefined ? 'plain' : 'key'
        for (const piece of linePieces(line, value)) pieces.push(piece)
        at += 1
      }
    }
    return pieces
  },
}

/** The position after the last line of this shape; the last line of a wrapped text is shorter. */
function runEnd(lines: readonly string[], first: number, shape: Shape): number {
  let end = first + 1
  while (end < lines.length && shapeOf(lines[end] as string) === shape) end += 1
  return shape === 'base64' && wrappedTail.test(lines[end] ?? '') ? end + 1 : end
}

const sampleLength = 4000
const blobShare = 0.6

/** A single key in a page of text is not enough. */
function isMostlyBlob(text: string): boolean {
  if (text.length < 400) return false
  const sample = text.slice(0, sampleLength)
  const blobs = blobsIn(sample.includes('\n') ? sample.slice(0, sample.indexOf('\n')) : sample)
  return blobs.reduce((total, { start, end }) => total + end - start, 0) > sample.length * blobShare
}

type Shape = 'base64' | 'dump' | 'binary'

const minLines = 3
/** `00000010: 4865 6c6c 6f20 …`, `00000010  48 65 6c 6c …`, `0000020 062510 …` */
const dumpLine = /^[0-9a-fA-F]{6,16}:? {1,3}([0-9a-fA-F]{2,8} {1,3}){2,}/
const wrappedLine = /^[A-Za-z0-9+/_-]{40,}={0,2}\s{0,4}$/
const wrappedTail = /^[A-Za-z0-9+/_-]{1,39}={0,2}\s{0,4}$/
const maxScanned = 300

function shapeOf(line: string): Shape | undefined {
  const look = line.length > maxScanned ? line.slice(0, maxScanned) : line
  if (dumpLine.test(look)) return 'dump'
  if (look.length === line.length && wrappedLine.test(look) && /\d/.test(look) && /[A-Z]/.test(look))
    return 'base64'
  return isBinary(look) ? 'binary' : undefined
}

const binaryShare = 0.1

function isBinary(look: string): boolean {
  let unreadable = 0
  for (let at = 0; at < look.length; at += 1) {
    const unit = look.charCodeAt(at)
    if (unit === 0xfffd || (unit < 0x20 && unit !== 0x09 && unit !== 0x0d && unit !== 0x1b)) unreadable += 1
  }
  return unreadable > 2 && unreadable > look.length * binaryShare
}

function runPieces(lines: readonly string[], first: number, end: number, shape: Shape): readonly Piece[] {
  const count = counted(end - first, 'line')
  const text = joined(lines, first, end)
  const statement = (said: string, from: number): Piece => ({
    text: said,
    lines: end - from,
    value: 'useful',
    isStatement: true,
  })
  if (shape === 'binary') return [statement(`[unreadable bytes, ${count}, ${byteSize(text)}]`, first)]
  if (shape === 'base64') {
    const [blob] = blobsIn(text.replaceAll(/\s+/g, ''))
    const known = blob?.statement.slice(1, blob.statement.indexOf(',')) ?? 'characters of base 64'
    return [statement(`[${known}, ${count}, ${byteSize(text)}, begins ${text.slice(0, 16)}]`, first)]
  }
  const rest = first + 1
  return [
    ...linePieces(lines[first] as string, 'useful'),
    statement(
      `[hex dump goes on for ${end - rest} lines, offsets ${offsetOf(lines[rest])} to ${offsetOf(lines[end - 1])}]`,
      rest,
    ),
  ]
}

function offsetOf(line: string | undefined): string {
  return /^[0-9a-fA-F]+/.exec(line ?? '')?.[0] ?? ''
}

/** A line with its blobs described and the rest in bounded parts. */
function linePieces(line: string, value: Piece['value']): readonly Piece[] {
  const pieces: Piece[] = []
  const push = (text: string, of: Piece['value'], isStatement: boolean): void => {
    if (text === '' && pieces.length > 0) return
    pieces.push({
      text,
      lines: pieces.length === 0 ? 1 : 0,
      value: of,
      ...(isStatement && { isStatement: true as const }),
    })
  }
  const blobs: readonly Blob[] = blobsIn(line)
  if (line.length > 2 * maxLineLength) push(`[one line of ${byteSize(line)}]`, 'useful', true)
  let from = 0
  for (const { start, end, statement } of blobs) {
    if (start > from)
      for (const stretch of shortStretches(line.slice(from, start))) push(stretch, value, false)
    push(statement, 'useful', true)
    from = end
  }
  if (from < line.length || pieces.length === 0)
    for (const stretch of shortStretches(line.slice(from))) push(stretch, value, false)
  return pieces
}

/** Parts of a line that are not for reading: data URLs, base64, hex. */
interface Blob extends Span {
  /** A true line about it. */
  readonly statement: string
}

const minLength = 120
const alphabet = codeUnitSet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-', 128)

const dataUrl = /data:([\w.+-]{1,40}\/[\w.+-]{1,60})?(?:;[\w=.-]{1,40}){0,3};base64,$/
const maxDataUrlLength = 200
const hex = /^(?:0x)?[0-9a-fA-F]+$/
const shown = 16

function blobsIn(line: string): readonly Blob[] {
  if (line.length < minLength) return []
  return longRuns(line, alphabet, minLength).flatMap(({ start, end }) => {
    const url = dataUrl.exec(line.slice(Math.max(0, start - maxDataUrlLength), start))
    if (url !== null) return [dataUrlBlob(line, start - url[0].length, start, end, url[1])]
    const kind = looksRandom(line, start, end) ? kindOfRun(line.slice(start, end)) : undefined
    if (kind === undefined) return []
    return [
      {
        start,
        end,
        statement: `[${kind}, ${sizeName(end - start)}, begins ${line.slice(start, start + shown)}]`,
      },
    ]
  })
}

function dataUrlBlob(line: string, start: number, data: number, end: number, type: string | undefined): Blob {
  const kind = kindOfBase64(line.slice(data, data + 64))
  const checked = kind === undefined ? '' : `, a ${kind}`
  return {
    start,
    end,
    statement: `[data URL, ${type ?? 'no type given'}${checked}, ${sizeName(end - start)}]`,
  }
}

/** By its characters, and by its first bytes if they are known. */
function kindOfRun(run: string): string {
  if (hex.test(run)) {
    const known = kindOfHex(run)
    return known === undefined ? 'hexadecimal digits' : `hexadecimal digits of a ${known}`
  }
  const known = kindOfBase64(run)
  return known === undefined ? 'characters of base 64' : `base 64 of a ${known}`
}

/** Digits and capitals throughout, and few separators: neither a path nor a long name. */
function looksRandom(line: string, start: number, end: number): boolean {
  let digits = 0
  let joins = 0
  const last = Math.min(end, start + 2000)
  for (let at = start; at < last; at += 1) {
    const unit = line.charCodeAt(at)
    if (unit >= 0x30 && unit <= 0x39) digits += 1
    else if (unit === 0x2f || unit === 0x2d || unit === 0x5f) joins += 1
  }
  const length = last - start
  return digits >= length * 0.04 && joins <= length * 0.08
}

const beginnings: readonly (readonly [kind: string, bytes: string])[] = [
  ['PNG image', '89504e470d0a1a0a'],
  ['JPEG image', 'ffd8ff'],
  ['GIF image', '47494638'],
  ['PDF document', '255044462d'],
  ['ZIP archive', '504b0304'],
  ['gzip data', '1f8b08'],
  ['WebAssembly module', '0061736d'],
  ['WebP or other RIFF data', '52494646'],
  ['ELF program', '7f454c46'],
  ['OpenType font', '4f54544f'],
  ['WOFF2 font', '774f4632'],
]

/** Enough characters of base64 for every known beginning. */
const look = 24

/** The kind that the decoded bytes begin like; `undefined` if none is known. */
function kindOfBase64(text: string): string | undefined {
  return kindOfHex(Buffer.from(text.slice(0, look), 'base64').toString('hex'))
}

function kindOfHex(hex: string): string | undefined {
  const head = hex.slice(0, look).toLowerCase()
  return beginnings.find(([, bytes]) => head.startsWith(bytes))?.[0]
}
