/** Texts such as tools print, of some 8 KB, each unlike all others: the same for the same number. */

const syllables = [...'bcdfghjklmnprstvz'].flatMap(consonant =>
  [...'aeiou'].map(vowel => `${consonant}${vowel}`),
)
const frequent = [
  'error',
  'request',
  'timeout',
  'connection',
  'retry',
  'module',
  'loaded',
  'failed',
  'user',
  'build',
]
const length = 8000

/** A word that only the text of this number holds. */
export function rareWord(number: number): string {
  return hexOf(Math.imul(number + 1, 0x9e3779b1)) + hexOf(number)
}

export function logText(number: number): string {
  let state = Math.imul(number + 1, 2654435761) >>> 0
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 8) % below
  }
  // Few words are frequent and most are rare, as in any text.
  const word = (): string => {
    if (next(4) === 0) return frequent[next(frequent.length)] as string
    const rank = Math.floor(50_000 ** (next(10_000) / 10_000))
    return [rank % 85, Math.floor(rank / 85) % 85, Math.floor(rank / 7225) + (rank % 7)]
      .map(each => syllables[each % syllables.length] as string)
      .join('')
  }
  const lines = [`commit ${rareWord(number)}`]
  for (let size = lines[0]?.length ?? 0; size < length; ) {
    const line = `12:${10 + next(50)}:${10 + next(50)} src/${word()}/${word()}.ts:${next(900)} ${word()} ${word()} ${word()} in ${next(5000)} ms`
    lines.push(line)
    size += line.length + 1
  }
  return lines.join('\n')
}

function hexOf(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}
