/** A checksum over the number of texts with each trigram, in constant memory: equal for equal sets of indexed texts. */

const minCapacity = 1 << 14

export class TrigramDigest {
  #high = 0
  #low = 0
  /** A hash table of the trigrams of one text: the first two characters of each, and the third. */
  #pairs = new Float64Array(minCapacity)
  #thirds = new Uint32Array(minCapacity)
  /** The text that last used a slot of the table. */
  #owners = new Uint32Array(minCapacity)
  #text = 0

  equals(other: TrigramDigest): boolean {
    return this.#high === other.#high && this.#low === other.#low
  }

  /** Adds a trigram with the number of texts that contain it. */
  addTerm(term: string, texts: number): void {
    const [first = 0, second = 0, third = 0] = codePoints(term)
    this.#add(hashOf(first, second, third), texts)
  }

  /** Adds every trigram of a text once. Returns how many it has, repeated ones included. */
  addText(text: string): number {
    const points = codePoints(text)
    const count = Math.max(0, points.length - 2)
    this.#begin(count)
    for (let at = 0; at < count; at += 1) {
      const first = points[at] as number
      const second = points[at + 1] as number
      const third = points[at + 2] as number
      const hash = hashOf(first, second, third)
      if (this.#isNew(hash, first * 2 ** 21 + second, third)) this.#add(hash, 1)
    }
    return count
  }

  #begin(trigrams: number): void {
    this.#text += 1
    let size = this.#pairs.length
    if (size >= 2 * trigrams) return
    while (size < 2 * trigrams) size *= 2
    this.#pairs = new Float64Array(size)
    this.#thirds = new Uint32Array(size)
    this.#owners = new Uint32Array(size)
  }

  #isNew(hash: number, pair: number, third: number): boolean {
    const mask = this.#pairs.length - 1
    let place = hash & mask
    while (this.#owners[place] === this.#text) {
      if (this.#pairs[place] === pair && this.#thirds[place] === third) return false
      place = (place + 1) & mask
    }
    this.#owners[place] = this.#text
    this.#pairs[place] = pair
    this.#thirds[place] = third
    return true
  }

  #add(hash: number, times: number): void {
    this.#high = (this.#high + Math.imul(hash, times)) >>> 0
    this.#low = (this.#low + Math.imul(mixed(hash, 0x5bd1e995), times)) >>> 0
  }
}

function codePoints(text: string): Uint32Array {
  const points = new Uint32Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) as number
    points[length] = point
    length += 1
    if (point > 0xffff) at += 1
  }
  return points.subarray(0, length)
}

function hashOf(first: number, second: number, third: number): number {
  return mixed(mixed(mixed(0x9e3779b9, first), second), third)
}

/** One round of MurmurHash3. */
function mixed(state: number, value: number): number {
  let bits = Math.imul(value, 0xcc9e2d51)
  bits = Math.imul((bits << 15) | (bits >>> 17), 0x1b873593)
  const next = state ^ bits
  const turned = Math.imul((next << 13) | (next >>> 19), 5) + 0xe6546b64
  return Math.imul(turned ^ (turned >>> 16), 0x85ebca6b) | 0
}
