/** What bytes are by how they begin, where that was checked. */

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
export function kindOfBase64(text: string): string | undefined {
  return kindOfHex(Buffer.from(text.slice(0, look), 'base64').toString('hex'))
}

export function kindOfHex(hex: string): string | undefined {
  const head = hex.slice(0, look).toLowerCase()
  return beginnings.find(([, bytes]) => head.startsWith(bytes))?.[0]
}
