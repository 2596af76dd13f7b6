/** Abbreviations without a vowel: `npm`, `ssh`, `grpc`. */

const vowels = 'aeiouyAEIOUY'
const consonants = new Uint8Array(0x10000)
for (let code = 65; code < 123; code += 1)
  if (/[a-z]/i.test(String.fromCharCode(code)) && !vowels.includes(String.fromCharCode(code)))
    consonants[code] = 1

/** Sounds, and short forms of words of grammar. */
const common: ReadonlySet<string> = new Set(
  'hmm hmmm mhm pfft psst brr shh tsk nth bzw ggf vgl bspw btw thx pls tbh mrs vfx'.split(' '),
)

const shortest = 3
const longest = 8

/** `units` are the code units of the text. */
export function isVowelless(text: string, units: Uint16Array, start: number, end: number): boolean {
  if (end - start < shortest || end - start > longest) return false
  for (let at = start; at < end; at += 1) if (consonants[units[at] as number] === 0) return false
  const word = text.slice(start, end).toLowerCase()
  return !common.has(word) && word !== word.charAt(0).repeat(word.length)
}
