/** Every three characters in a row of a text, repeated ones included. */

export function trigramsOf(text: string): string[] {
  const characters = [...text]
  return characters.slice(2).map((last, index) => `${characters[index]}${characters[index + 1]}${last}`)
}
