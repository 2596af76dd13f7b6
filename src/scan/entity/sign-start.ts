/** Signs that open a token: `#142`, `@scope/name`, `/etc/hosts`, `./a`, `~/b`, `.env`, `--flag`, `$HOME`, `:8080`. */
import { isDigitAt, isSpaceAt, isWordAt, Kind, kindAt } from '../character-kind.ts'
import { isLetterAt, Trait } from './token.ts'

interface SignStart {
  /** Where the words of the token begin. */
  readonly first: number
  /** What the signs say about it. */
  readonly traits: number
  readonly means?: 'identifier' | 'money' | 'port'
}

const path: (first: number) => SignStart = first => ({ first, traits: Trait.slash })

/** What the sign at `at`, which is behind no word, opens. */
export function signStart(text: string, at: number): SignStart | undefined {
  const next = at + 1
  switch (text.charAt(at)) {
    case '#':
      return isDigitAt(text, next) ? { first: next, traits: Trait.hash } : undefined
    case '@':
      return isLetterAt(text, next) ? { first: next, traits: Trait.at } : undefined
    case '/':
      return isWordAt(text, next) && !'/<*'.includes(text.charAt(at - 1) || ' ') ? path(next) : undefined
    case '~':
      return text.charAt(next) === '/' && isNameAt(text, next + 1) ? path(next + 1) : undefined
    case '.':
      return dotStart(text, at)
    case '-':
      return text.charAt(next) === '-' && isLetterAt(text, next + 1) && text.charAt(at - 1) !== '-'
        ? { first: next + 1, traits: 0, means: 'identifier' }
        : undefined
    case ':':
      return isPort(text, next) ? { first: next, traits: 0, means: 'port' } : undefined
    case '$':
    case '€':
    case '£':
    case '¥':
      if (isDigitAt(text, next)) return { first: next, traits: 0, means: 'money' }
      return text.charAt(at) === '$' && isLetterAt(text, next)
        ? { first: next, traits: 0, means: 'identifier' }
        : undefined
    default:
      return undefined
  }
}

/** `./a`, `../a`, `.env`; not `...` and not `.NET`. */
function dotStart(text: string, at: number): SignStart | undefined {
  if (text.charAt(at - 1) === '.') return undefined
  const dots = text.charAt(at + 1) === '.' ? 2 : 1
  if (text.charAt(at + dots) === '/' && isNameAt(text, at + dots + 1)) return path(at + dots + 1)
  return dots === 1 && kindAt(text, at + 1) === Kind.lower ? { first: at + 1, traits: Trait.dot } : undefined
}

/** A word, or the dots of a further step: `./.env`, `../../a`. */
function isNameAt(text: string, at: number): boolean {
  return isWordAt(text, at) || (text.charAt(at) === '.' && at + 1 < text.length)
}

/** Two to five digits behind a colon that is alone; not the value of a key. */
function isPort(text: string, at: number): boolean {
  let end = at
  while (end - at < 6 && isDigitAt(text, end)) end += 1
  const isAlone = at < 2 || isSpaceAt(text, at - 2) || '(=`'.includes(text.charAt(at - 2))
  return isAlone && end - at >= 2 && end - at <= 5 && !isWordAt(text, end)
}
