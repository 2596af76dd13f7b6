/** Which UTF-16 code units below `size` are among these characters: `set[unit] === 1`. */
export function codeUnitSet(characters: Iterable<string>, size: number): Uint8Array {
  const set = new Uint8Array(size)
  for (const character of characters) set[character.charCodeAt(0)] = 1
  return set
}
