/** Looks words of a text up without cutting them out of it, unless they are likely to be known. */

/** Where letters have cases that lie apart. */
const smallLetters = Uint16Array.from({ length: 0x500 }, (_, code) =>
  String.fromCharCode(code).toLowerCase().charCodeAt(0),
)

/** Words in small letters, each with a value. */
export class WordIndex<Value> {
  /** A bit for three letters and the length of each word: most others are known as strangers by a glance at it. */
  readonly #glance = new Uint8Array(1 << 16)
  readonly #values: ReadonlyMap<string, Value>

  constructor(values: ReadonlyMap<string, Value>) {
    this.#values = values
    for (const word of values.keys()) this.#glance[glanceAt(word, 0, word.length)] = 1
  }

  /** The value of the word that stands from `start` to `end`, in whichever case. */
  get(text: string, start: number, end: number): Value | undefined {
    if (this.#glance[glanceAt(text, start, end)] === 0) return undefined
    return this.#values.get(text.slice(start, end).toLowerCase())
  }
}

function glanceAt(text: string, start: number, end: number): number {
  const first = smallLetter(text.charCodeAt(start))
  const second = end - start > 1 ? smallLetter(text.charCodeAt(start + 1)) : 0
  const last = smallLetter(text.charCodeAt(end - 1))
  return (((first * 31 + second) * 31 + last) * 31 + end - start) & 0xffff
}

function smallLetter(code: number): number {
  return smallLetters[code] ?? code
}
