/** Which stretches of a line are meant for machines: data URLs, base 64, hex. */
import { longRuns } from '../../../scan/long-runs.ts'
import type { Span } from '../../../scan/span.ts'
import { sizeName } from '../byte-size.ts'

export interface Blob extends Span {
  /** A true line about it. */
  readonly statement: string
}

const shortest = 120
const alphabet = new Uint8Array(128)
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-')
  alphabet[sign.charCodeAt(0)] = 1

const dataUrl = /data:([\w.+-]{1,40}\/[\w.+-]{1,60})?(?:;[\w=.-]{1,40}){0,3};base64,$/
const maxDataUrlLength = 200
const hex = /^(?:0x)?[0-9a-fA-F]+$/
const shown = 16

export function blobsIn(line: string): readonly Blob[] {
  if (line.length < shortest) return []
  return longRuns(line, alphabet, shortest).flatMap(({ start, end }) => {
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

/** By its characters, and by its first bytes where they are known; nothing that was not looked at. */
function kindOfRun(run: string): string {
  if (hex.test(run)) {
    const known = kindOfHex(run)
    return known === undefined ? 'hexadecimal digits' : `hexadecimal digits of a ${known}`
  }
  const known = kindOfBase64(run)
  return known === undefined ? 'characters of base 64' : `base 64 of a ${known}`
}

/** Digits and capitals all over, and few of the signs that part words: neither a path nor a long name. */
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

/** Characters of base 64 that are enough for every beginning. */
const look = 24

/** The kind that the bytes of a text in base 64 begin like; `undefined` where none is known. */
function kindOfBase64(text: string): string | undefined {
  return kindOfHex(Buffer.from(text.slice(0, look), 'base64').toString('hex'))
}

function kindOfHex(hex: string): string | undefined {
  const head = hex.slice(0, look).toLowerCase()
  return beginnings.find(([, bytes]) => head.startsWith(bytes))?.[0]
}
