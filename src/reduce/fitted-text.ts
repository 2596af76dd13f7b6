/** A text written to a length until it fits a number of tokens: the size guard of the partition's forms. */
import { graphemeCut } from '../scan/grapheme-cut.ts'
import { lazyPattern } from '../tokens/lazy-pattern.ts'
import type { ReduceInput, Shorten, Shortened } from './reducer.ts'

const maxAttempts = 6
/** A little below the target at first: a second try costs more than a line. */
const firstAim = 0.96
/** Saving less than a tenth does not justify what is left out. */
const maxKept = 0.9

/** `write` makes a text of about that many characters, its shortest form for 0. Sizes that were tried are remembered. */
export function fittedText(
  { text, tokens, counter }: Pick<ReduceInput, 'text' | 'tokens' | 'counter'>,
  write: (characters: number) => string,
): Shorten {
  const tried = new Map<number, Shortened | undefined>()
  const charactersPerToken = text.length / Math.max(1, tokens)
  const written = (maxTokens: number): Shortened | undefined => {
    let characters = maxTokens * charactersPerToken * firstAim
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const room = attempt === maxAttempts ? 0 : Math.max(0, Math.floor(characters))
      const attempted = write(room)
      const size = counter.count(attempted)
      if (size <= maxTokens) return { text: attempted, tokens: size }
      if (room === 0) return undefined
      characters -= Math.max(16, (size - maxTokens) * charactersPerToken)
    }
    return undefined
  }
  return asked => {
    const maxTokens = Math.min(asked, Math.floor(tokens * maxKept))
    if (!tried.has(maxTokens)) tried.set(maxTokens, written(maxTokens))
    return tried.get(maxTokens)
  }
}

const maxLength = 120
const breaks = lazyPattern(String.raw`[\p{Cc}\p{Zl}\p{Zp}]+`, 'gu')

/** A name from outside (a path, a command, a query) for a marker: on one line and of limited length. */
export function oneLine(name: string): string {
  const start = graphemeCut(name.slice(0, maxLength * 2), maxLength)
  const line = start.replace(breaks(), ' ').trim()
  return start.length < name.length ? `${line} …` : line
}
