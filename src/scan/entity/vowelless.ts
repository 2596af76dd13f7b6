/** Abbreviations without a vowel: `npm`, `ssh`, `grpc`. */

const vowels = 'aeiouyAEIOUY'
const consonants = new Uint8Array(128)
for (let code = 65; code < 123; code += 1)
  if (/[a-z]/i.test(String.fromCharCode(code)) && !vowels.includes(String.fromCharCode(code)))
    consonants[code] = 1

/** Sounds, and short forms of words of grammar. */
const common: ReadonlySet<string> = new Set(
  'hmm hmmm mhm pfft psst brr shh tsk nth bzw ggf vgl bspw btw thx pls tbh mrs vfx'.split(' '),
)

const shortest = 3
const longest = 8

export function isVowelless(text: string, start: number, end: number): boolean {
  if (end - start < shortest || end - start > longest) return false
  for (let at = start; at < end; at += 1) if (consonants[text.charCodeAt(at)] !== 1) return false
  const word = text.slice(start, end).toLowerCase()
  return !common.has(word) && word !== word.charAt(0).repeat(word.length)
}
