/** Looks words of a text up without cutting them out of it, unless they are likely to be known. */

/** Small letters where the cases of letters lie apart, else the character itself. */
const smallLetters = Uint16Array.from({ length: 0x10000 }, (_, code) => code)
for (let code = 0; code < 0x500; code += 1)
  smallLetters[code] = String.fromCharCode(code).toLowerCase().charCodeAt(0)

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
    return this.#glance[glanceAt(text, start, end)] === 0 ? undefined : this.#value(text, start, end)
  }

  /** The same for those who hold the code units of the text, which are read faster. */
  getByUnits(text: string, units: Uint16Array, start: number, end: number): Value | undefined {
    const length = end - start
    const glance = glanceOf(
      units[start] as number,
      length > 1 ? (units[start + 1] as number) : 0,
      units[end - 1] as number,
      length,
    )
    return this.#glance[glance] === 0 ? undefined : this.#value(text, start, end)
  }

  #value(text: string, start: number, end: number): Value | undefined {
    return this.#values.get(text.slice(start, end).toLowerCase())
  }
}

function glanceAt(text: string, start: number, end: number): number {
  const length = end - start
  return glanceOf(
    text.charCodeAt(start),
    length > 1 ? text.charCodeAt(start + 1) : 0,
    text.charCodeAt(end - 1),
    length,
  )
}

function glanceOf(first: number, second: number, last: number, length: number): number {
  return (((small(first) * 31 + small(second)) * 31 + small(last)) * 31 + length) & 0xffff
}

function small(unit: number): number {
  return smallLetters[unit] as number
}
