/** The code units of a text as an array, which is read three times as fast as by `charCodeAt`. */
export function codeUnits(text: string): Uint16Array {
  // Small buffers come from a pool, at offsets that are multiples of 8.
  const { buffer, byteOffset } = Buffer.from(text, 'utf16le')
  return new Uint16Array(buffer, byteOffset, text.length)
}

/** Which UTF-16 code units below `size` are among these characters: `set[unit] === 1`. */
export function codeUnitSet(characters: Iterable<string>, size: number): Uint8Array {
  const set = new Uint8Array(size)
  for (const character of characters) set[character.charCodeAt(0)] = 1
  return set
}
