/** Looks words of a text up without cutting them out of it, unless they are likely to be known. */

/** Lower case of the alphabets whose cases are compared: Latin, Greek, Cyrillic. */
const smallLetters = new Uint16Array(0x500)

function fillSmallLetters(): void {
  for (let code = 0; code < smallLetters.length; code += 1)
    smallLetters[code] = String.fromCharCode(code).toLowerCase().charCodeAt(0)
}

/** Words in small letters, each with a value. */
export class WordIndex<Value> {
  /** A bit for three letters and the length of each word: it rules out most other words at once. */
  #filter: Uint8Array | undefined
  readonly #values: ReadonlyMap<string, Value>

  constructor(values: ReadonlyMap<string, Value>) {
    this.#values = values
  }

  /** Made by the first question: an import of the library makes many of these and asks none. */
  #filled(): Uint8Array {
    if (smallLetters[1] === 0) fillSmallLetters()
    const filter = new Uint8Array(1 << 16)
    for (const word of this.#values.keys()) filter[bitAt(word, 0, word.length)] = 1
    return filter
  }

  /** The value of the word from `start` to `end`, in whichever case. */
  get(text: string, start: number, end: number): Value | undefined {
    this.#filter ??= this.#filled()
    return this.#filter[bitAt(text, start, end)] === 0 ? undefined : this.#value(text, start, end)
  }

  /** The same for those who hold the code units of the text, which are read faster. */
  getByUnits(text: string, units: Uint16Array, start: number, end: number): Value | undefined {
    this.#filter ??= this.#filled()
    const length = end - start
    const bit = bitOf(
      units[start] as number,
      length > 1 ? (units[start + 1] as number) : 0,
      units[end - 1] as number,
      length,
    )
    return this.#filter[bit] === 0 ? undefined : this.#value(text, start, end)
  }

  #value(text: string, start: number, end: number): Value | undefined {
    return this.#values.get(text.slice(start, end).toLowerCase())
  }
}

function bitAt(text: string, start: number, end: number): number {
  const length = end - start
  return bitOf(
    text.charCodeAt(start),
    length > 1 ? text.charCodeAt(start + 1) : 0,
    text.charCodeAt(end - 1),
    length,
  )
}

function bitOf(first: number, second: number, last: number, length: number): number {
  return (((small(first) * 31 + small(second)) * 31 + small(last)) * 31 + length) & 0xffff
}

function small(unit: number): number {
  return unit < smallLetters.length ? (smallLetters[unit] as number) : unit
}
