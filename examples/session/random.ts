/** A seeded source of chance: every build of the session is the same to the byte. */

export interface Random {
  /** Both ends included. */
  integer(from: number, to: number): number
  pick<Item>(items: readonly Item[]): Item
  text(length: number, alphabet: string): string
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0

  // The mulberry32 generator: 32 bits of state, a fraction in [0, 1) at each step.
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const integer = (from: number, to: number): number => from + Math.floor(fraction() * (to - from + 1))

  return {
    integer,
    pick<Item>(items: readonly Item[]): Item {
      const item = items[integer(0, items.length - 1)]
      if (item === undefined) throw new Error('Nothing to pick from.')
      return item
    },
    text: (length, alphabet) =>
      Array.from({ length }, () => alphabet.charAt(integer(0, alphabet.length - 1))).join(''),
  }
}
