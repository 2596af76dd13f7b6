/** A counter that counts each line once, however often and wherever it occurs. */
import type { TokenCounter } from '../types.ts'
import { type EncodingName, exactCounter } from './exact-counter.ts'
import { RecentTexts } from './recent-texts.ts'
import { onForget, type TextNotes, textNotes } from './remembered.ts'

/** Characters of cached lines. */
const maxCharacters = 2_000_000

const shared = new Map<EncodingName | undefined, TokenCounter>()
onForget(() => shared.clear())

/** Counting a shorter text is as fast as a lookup. */
const minWhole = 200

/** Counts of whole texts, by encoding. */
const wholes = new Map<string, TextNotes<number>>()

function wholesOf(encoding: string): TextNotes<number> {
  const known = wholes.get(encoding) ?? textNotes<number>()
  wholes.set(encoding, known)
  return known
}

/** Counts whole texts that will be counted again, such as the messages of a session, and caches the counts. */
export function wholeTextCounter(encoding?: EncodingName): TokenCounter {
  const counter = exactCounter(encoding)
  const known = wholesOf(counter.name)
  return {
    ...counter,
    count(text) {
      if (text.length < minWhole) return counter.count(text)
      const tokens = known.get(text) ?? counter.count(text)
      known.set(text, tokens)
      return tokens
    },
  }
}

/** One for the whole process: most lines of a view are also in the next one. */
export function sharedLineCounter(encoding?: EncodingName): TokenCounter {
  const known = shared.get(encoding) ?? lineCounter(exactCounter(encoding))
  shared.set(encoding, known)
  return known
}

/** The same, also using the cached counts of whole texts. */
export function knownTextCounter(encoding?: EncodingName): TokenCounter {
  const counter = sharedLineCounter(encoding)
  const known = wholesOf(counter.name)
  return {
    ...counter,
    count: text => (text.length < minWhole ? undefined : known.get(text)) ?? counter.count(text),
  }
}

/** For the public encodings, whose tokens never cross the end of a line except where `endsPiece` returns false. */
export function lineCounter(counter: TokenCounter): TokenCounter {
  const known = new RecentTexts<number>(maxCharacters)
  const countLine = (line: string): number => {
    let tokens = known.get(line)
    if (tokens === undefined) {
      tokens = counter.count(line)
      known.set(line, tokens)
    }
    return tokens
  }
  return {
    name: counter.name,
    exact: counter.exact,
    count(text) {
      let tokens = 0
      let from = 0
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
        if (!endsPiece(text, at + 1)) continue
        tokens += countLine(text.slice(from, at + 1))
        from = at + 1
      }
      return tokens + countLine(from === 0 ? text : text.slice(from))
    },
  }
}

const tab = 9
const space = 32
const slash = 47

/** A line break joins blank lines and slashes after it: `}\n/`, `\n  \n`; but not the indent of a line with text. */
function endsPiece(text: string, lineStart: number): boolean {
  let at = lineStart
  let unit = text.charCodeAt(at)
  if (unit === slash) return false
  while (unit === space || unit === tab) {
    at += 1
    unit = text.charCodeAt(at)
  }
  return unit > space && unit < 127
}
