/** What kind of entity a token is, by what it is made of and how it is spelled. */
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import { Kind, kindAt } from '../character-kind.ts'
import type { EntityKind } from '../entity.ts'
import { bareFileNames, fileExtensions, hostEndings, rootFolders } from '../vocabulary/file-names.ts'
import { attachedUnits, units } from '../vocabulary/units.ts'
import { wordSet } from '../vocabulary/word-set.ts'
import { type Token, Trait } from './token.ts'

/**
 * `word`: nothing to name. `capitalized`: perhaps part of a name. `acronym`: an abbreviation, perhaps part of a name.
 * `figure`: digits that are worth naming only with what follows. `split`: look at its parts.
 */
type TokenKind = EntityKind | 'word' | 'capitalized' | 'acronym' | 'figure' | 'split'

const letters = Trait.lower | Trait.upper | Trait.letter | Trait.apostrophe | Trait.hump
const cased = Trait.lower | Trait.upper

export function tokenKind(text: string, token: Token): TokenKind {
  const { traits } = token
  if ((traits & Trait.upper) === 0 && (traits & ~letters) === 0) return 'word'
  if ((traits & ~letters) === 0 && isCapitalized(text, token)) return 'capitalized'
  const spelling = text.slice(token.start, token.end)
  if ((traits & ~letters) === 0) return letteredKind(spelling, token)
  if ((traits & (Trait.at | Trait.colon | Trait.slash | Trait.hash)) > 0) return joinedKind(spelling, token)
  if ((traits & (letters | Trait.underscore)) === 0) return numericKind(spelling, traits)
  if ((traits & Trait.digit) > 0) return mixedKind(spelling, traits)
  if ((traits & Trait.dot) > 0) return dottedKind(spelling, token)
  if ((traits & Trait.underscore) > 0) return underscoredKind(spelling)
  return 'split'
}

/** One capital, and it comes first; `O'Brien` too. */
function isCapitalized(text: string, { start, traits, uppers }: Token): boolean {
  const mayBe = (traits & Trait.lower) > 0 && (uppers === 1 || (traits & Trait.apostrophe) > 0)
  return mayBe && kindAt(text, start) === Kind.upper
}

/** Letters, some of them capitals in unusual places. */
function letteredKind(spelling: string, { traits, uppers }: Token): TokenKind {
  if (errorName(spelling)) return 'error'
  if (bareFileNames.has(spelling)) return 'file'
  if ((traits & Trait.apostrophe) > 0) return 'word'
  if (uppers === spelling.length - 1 && spelling.endsWith('s')) return 'acronym'
  if ((traits & Trait.lower) > 0) return 'identifier'
  if (spelling.length < 2 || spelling.length > maxAcronymLength) return 'word'
  const word = spelling.toLowerCase()
  return statusWords.has(word) || emphasized.has(word) ? 'word' : 'acronym'
}

const maxAcronymLength = 6

const date =
  /^(?:\d{4}-\d{1,2}-\d{1,2}(?:T[\d:.,+Z-]+)?|\d{4}\/\d{1,2}\/\d{1,2}|\d{1,2}\/\d{1,2}\/\d{2,4}|\d{1,2}\.\d{1,2}\.\d{4}|\d{4}\.\d{2}\.\d{2})$/
const time = /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?Z?$/
const address = /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(\/\d{1,2})?$/
const version = /^v?\d+\.\d+\.\d+(?:[.+-][\w.+-]*)?$|^v\d+(?:\.\d+)?$/
const issue = /^[A-Z][A-Z0-9]{1,9}-\d+$/
const hash =
  /^(?=.*\d)(?=.*[a-f])[0-9a-f]{7,64}$|^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const minHashLength = 7
const quantity = lazyPattern(String.raw`^(\d[\d.,]*)(-?)(\p{L}+)$`, 'u')
const ordinal = /^\d+(?:st|nd|rd|th)$/i
/** `end.Next` */
const missesSpace = lazyPattern(String.raw`^\p{Ll}+\.\p{Lu}\p{Ll}+$`, 'u')
/** `Node.js` and `Vue.js`. */
const product = lazyPattern(String.raw`^\p{Lu}\p{Ll}+\.js$`, 'u')
const letterOrDot = lazyPattern(String.raw`^\p{L}|\.`, 'u')
const initials = lazyPattern(String.raw`^(?:\p{L}\.)+\p{L}$`, 'u')

/** Digits and signs. */
function numericKind(spelling: string, traits: number): TokenKind {
  if ((traits & (Trait.dot | Trait.hyphen | Trait.sign)) === 0) return 'figure'
  if (date.test(spelling)) return 'date'
  if (address.test(spelling)) return 'address'
  if (version.test(spelling)) return 'version'
  return 'figure'
}

/** Letters and digits, with dots, hyphens and underscores. */
function mixedKind(spelling: string, traits: number): TokenKind {
  const startsWithDigit = beginsWithDigit(spelling)
  if (startsWithDigit && date.test(spelling)) return 'date'
  if ((startsWithDigit || spelling.startsWith('v')) && version.test(spelling)) return 'version'
  if (spelling.length >= minHashLength && hash.test(spelling)) return 'hash'
  if (errorName(spelling)) return 'error'
  if (startsWithDigit && ordinal.test(spelling)) return 'figure'
  const measured = startsWithDigit ? quantity(spelling).exec(spelling) : null
  if (measured !== null && isUnit(measured[3] ?? '', measured[2] === '')) return 'quantity'
  if ((traits & Trait.dot) > 0) return isFileName(spelling) ? 'file' : isHost(spelling) ? 'url' : 'identifier'
  if ((traits & Trait.hyphen) > 0) return hyphenatedKind(spelling)
  return (traits & (cased | Trait.underscore)) > 0 ? 'identifier' : 'word'
}

function isUnit(word: string, isAttached: boolean): boolean {
  const unit = word.toLowerCase()
  return units.has(unit) || (isAttached && attachedUnits.has(unit))
}

function beginsWithDigit(spelling: string): boolean {
  return spelling >= '0' && spelling < ':'
}

/** `redis-prod-001`, `us-east-1`, `HO-231`; `3-way` is a word. */
function hyphenatedKind(spelling: string): TokenKind {
  if (issue.test(spelling)) return 'issue'
  return beginsWithDigit(spelling) && spelling.indexOf('-') === spelling.lastIndexOf('-') ? 'split' : 'id'
}

/** Letters and dots, no digit. */
function dottedKind(spelling: string, { traits }: Token): TokenKind {
  if (initials(spelling).test(spelling)) return 'word'
  if (errorName(spelling.slice(spelling.lastIndexOf('.') + 1))) return 'error'
  if (isFileName(spelling)) return 'file'
  if (isHost(spelling)) return 'url'
  if (/^\.[a-z]/.test(spelling)) return 'file'
  // `end.Next` lacks a space; `Node.js`, `fs.read`, `System.Out.print` are names.
  return missesSpace(spelling).test(spelling) || (traits & Trait.hyphen) > 0 ? 'split' : 'identifier'
}

/** Markdown writes `_word_`. */
function underscoredKind(spelling: string): TokenKind {
  if (errorName(spelling)) return 'error'
  if (/^_+$/.test(spelling)) return 'word'
  return /^_[^_]+_$/.test(spelling) || spelling.includes('-') ? 'split' : 'identifier'
}

/** Tokens that hold `@`, `:`, `/` or `#`. */
function joinedKind(spelling: string, { traits }: Token): TokenKind {
  if ((traits & Trait.hash) > 0 && /^(?:[\w./-]+)?#\d+$/.test(spelling)) return 'issue'
  if ((traits & Trait.at) > 0) return atKind(spelling)
  const startsWithDigit = beginsWithDigit(spelling)
  if (startsWithDigit && time.test(spelling)) return 'time'
  if (startsWithDigit && date.test(spelling)) return 'date'
  if ((traits & Trait.colon) > 0) return colonKind(spelling, traits)
  if (startsWithDigit && address.test(spelling)) return 'address'
  return pathKind(spelling, traits)
}

function atKind(spelling: string): TokenKind {
  if (spelling.startsWith('@')) return 'identifier'
  const host = spelling.slice(spelling.indexOf('@') + 1)
  if (/^v?\d/.test(host)) return 'version'
  return host.includes('.') && !/[@/:]/.test(host) && !/[/:]/.test(spelling) ? 'email' : 'split'
}

function colonKind(spelling: string, traits: number): TokenKind {
  const colon = spelling.indexOf(':')
  const head = spelling.slice(0, colon)
  const tail = spelling.slice(colon + 1)
  if (/^\d+(?::\d+)?$/.test(tail)) {
    if (isFileName(head)) return head.includes('/') ? 'path' : 'file'
    if (/^\d{2,5}$/.test(tail) && isHostOfPort(head)) return 'port'
  }
  return tail.startsWith(':') && (traits & Trait.slash) === 0 ? 'identifier' : 'split'
}

function pathKind(spelling: string, traits: number): TokenKind {
  if (/^(?:\/|\.{1,2}\/|~\/)/.test(spelling)) return (traits & cased) > 0 ? 'path' : 'word'
  if ((traits & (cased | Trait.letter)) === 0) return 'word'
  const slash = spelling.indexOf('/')
  const first = spelling.slice(0, slash)
  if (isFileName(spelling) || rootFolders.has(first.toLowerCase())) return 'path'
  if (isHost(first)) return 'url'
  if (slash !== spelling.lastIndexOf('/')) return 'path'
  const isSpelledAsName =
    (traits & Trait.lower) > 0 && (traits & (Trait.digit | Trait.underscore | Trait.hyphen)) > 0
  return isSpelledAsName && (traits & Trait.upper) === 0 ? 'path' : 'split'
}

/** Whether a dotted token names a file or a host: `auth.ts`, `example.com`. */
function isFileName(spelling: string): boolean {
  const dot = spelling.lastIndexOf('.')
  const name = spelling.slice(spelling.lastIndexOf('/') + 1, dot)
  if (dot < 0 || name.includes('/')) return bareFileNames.has(spelling.slice(spelling.lastIndexOf('/') + 1))
  // `Node.js` and `Vue.js` are products.
  if (spelling.endsWith('.js') && product(spelling).test(spelling)) return false
  return fileExtensions.has(spelling.slice(dot + 1).toLowerCase())
}

function isHost(spelling: string): boolean {
  return (
    hostEndings.has(spelling.slice(spelling.lastIndexOf('.') + 1)) &&
    spelling.includes('.') &&
    /^\w/.test(spelling)
  )
}

/** What may be before the colon of a port: `localhost`, `10.0.0.1`, `db.internal`, `redis-1`. */
function isHostOfPort(name: string): boolean {
  return (
    name === 'localhost' || (/^[\w.-]+$/.test(name) && /[.\d-]/.test(name) && letterOrDot(name).test(name))
  )
}

/** Codes of the C library that programs print; all begin with E, as many other words do. */
const systemCodes: ReadonlySet<string> =
  wordSet(`EACCES EADDRINUSE EADDRNOTAVAIL EAGAIN EALREADY EBADF EBUSY ECANCELED ECHILD ECONNABORTED ECONNREFUSED ECONNRESET
  EDEADLK EDOM EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN EHOSTUNREACH EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR ELOOP
  EMFILE EMLINK EMSGSIZE ENAMETOOLONG ENETDOWN ENETRESET ENETUNREACH ENFILE ENOBUFS ENODEV ENOENT ENOEXEC ENOLCK
  ENOMEM ENOSPC ENOSYS ENOTCONN ENOTDIR ENOTEMPTY ENOTFOUND ENOTSUP ENXIO EPERM EPIPE EPROTO ERANGE EROFS ESPIPE ESRCH
  ETIMEDOUT ETXTBSY EXDEV ERESOLVE EINTEGRITY OOMKilled CrashLoopBackOff ImagePullBackOff`)

const shape = lazyPattern(
  String.raw`^(?:\p{Lu}\w*(?:Error|Exception|Fault)|SIG[A-Z]{3,6}|(?:TS|E|CS|ORA-|PGRST)\d{3,7}|E?ERR_\w+|\w+_(?:ERROR|EXCEPTION|FAILED))$`,
  'u',
)

/** What such a word begins or ends with; most words do not. */
const capital = lazyPattern(String.raw`^\p{Lu}`, 'u')
const lastOfShouted = 'RND'

/** Which words name an error: classes, system codes, signals, compilers' numbers. */
function errorName(spelling: string): boolean {
  const mayBe = beginsWithCapital(spelling) || lastOfShouted.includes(spelling.charAt(spelling.length - 1))
  return mayBe && (shape(spelling).test(spelling) || systemCodes.has(spelling))
}

function beginsWithCapital(spelling: string): boolean {
  const unit = spelling.charCodeAt(0)
  return unit < 0x80 ? unit >= 0x41 && unit <= 0x5a : capital().test(spelling)
}

/** Words that are written in capitals without being abbreviations: how something went. Lower case. */
const statusWords: ReadonlySet<string> = wordSet(
  `pass passed fail failed failure error errors warning warnings warn ok skip skipped info debug trace fatal critical
  severe notice panic done success todo fixme note hint tip`,
)

/** Emphasis, and the keywords of query languages that everyone writes so. */
const emphasized: ReadonlySet<string> = wordSet(
  `important never always must only all any each every none very please stop wait yes now here this that what why how
  when where who and or not no do don't can't won't if then else is are was be to of in on at by for from with the a
  an it you we i off out up one two new old use see get set put post patch delete select insert update where join left
  right inner outer group order having limit into values create drop alter table index as true false null nil`,
)
