/** Credentials without a shape of their own, known by the name that they are assigned to. */
import { isLocation, isPlaceholder, looksRandom } from './secret-value.ts'

export interface CredentialName {
  readonly kind: string
  /** What begins the end of such a name (`DB_` may stand before `password`); letter case is ignored. */
  readonly anchors: readonly string[]
  /** The end of the name, and what follows it up to the value. */
  readonly pattern: RegExp
  /** People choose a password: a word with a digit will do. A machine makes all else: it looks random. */
  readonly chosen: boolean
}

export const credentialNames: readonly CredentialName[] = [
  {
    kind: 'password',
    anchors: [
      'password',
      'passwd',
      'passphrase',
      '_pass',
      'pass=',
      'pass"',
      "pass'",
      'pass\\',
      ...shortName('pwd'),
    ],
    // `PASS: TestName` is no password.
    pattern: assigned(String.raw`pass(?:word|wd|phrase)|_pass|pass(?=[\\"'=])|pwd`),
    chosen: true,
  },
  {
    kind: 'secret',
    anchors: ['secret'],
    pattern: assigned(String.raw`(?<!\[)secret(?:[_-]?(?:access[_-]?)?key(?:[_-]?base)?)?`),
    chosen: false,
  },
  {
    kind: 'token',
    anchors: ['token'],
    pattern: assigned('(?<!(?:next|page|sync|continuation|cursor)[_-]?)token'),
    chosen: false,
  },
  {
    kind: 'key',
    anchors: keyOwners().flatMap(owner => ['key', '_key', '-key'].map(key => owner + key)),
    pattern: assigned(`(?:${keyOwners().join('|')})[_-]?key`),
    chosen: false,
  },
  { kind: 'credential', anchors: ['credential'], pattern: assigned('credentials?'), chosen: false },
]

function keyOwners(): string[] {
  return ['api', 'access', 'account', 'private', 'auth', 'encryption', 'signing', 'master', 'license']
}

/** A short name is worth a look only where something follows that can follow a name. */
function shortName(name: string): string[] {
  return [...`="':> \\_]`].map(next => name + next)
}

/** `PASSWORD=`, `\"password\": \"`, `password: string = '`, `secrets['token'] = "`, `<password>`, `--password `. */
function assigned(name: string): RegExp {
  const nameEnd = String.raw`(?:[_-](?:prod|production|staging|dev|live|value|\d{1,2}))?(?![\w-])`
  const close = String.raw`\\{0,7}["'\x60]?\]?`
  const type = String.raw`(?::[ \t]?str(?:ing)?(?=[ \t]?=))?`
  const operator = String.raw`([ \t]{0,8}(?::=|=>|:(?!:)|=(?![=~]))[ \t]{0,8}|>|[ ])`
  const open = String.raw`(\\{0,7}["'\x60])?`
  return new RegExp(`(?:${name})${nameEnd}${close}${type}${operator}${open}`, 'iy')
}

/** A value is judged by its first characters, so that rejecting it costs little. */
const longestLook = 200

const bareValue = /[^\s"'`\\,;<>|&]{0,200}/y
const bareRest = /[^\s"'`\\,;<>|&]*/y

export interface Range {
  readonly start: number
  readonly end: number
}

/** The value that is assigned at `at`, where a name ends, if it could be a credential. */
export function assignedSecret(text: string, at: number, name: CredentialName): Range | undefined {
  name.pattern.lastIndex = at
  const match = name.pattern.exec(text)
  if (match === null) return undefined
  const [, operator = '', quote] = match
  const start = at + match[0].length
  if (operator === ' ' && !/(?:^|\s)--[a-z-]*$/i.test(text.slice(Math.max(0, at - 24), at))) return undefined
  const quotedLength = quote === undefined ? -1 : closingQuote(text.slice(start, start + longestLook), quote)
  if (quotedLength >= 0) {
    const value = text.slice(start, start + quotedLength)
    return isCredential(value, name, true) ? { start, end: start + quotedLength } : undefined
  }
  const value = matchAt(bareValue, text, start)
  const end = start + value.length
  if (operator === '>' && !text.startsWith('</', end)) return undefined
  const isEnvironment = operator === '=' && /^[A-Z]/.test(match[0])
  if (!isEnvironment && isCode(value, operator, text.charAt(end))) return undefined
  if (!isCredential(value, name, isEnvironment)) return undefined
  return { start, end: value.length < longestLook ? end : end + matchAt(bareRest, text, end).length }
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** Where the value ends: at the same quote, on the same line, not escaped once more. */
function closingQuote(window: string, quote: string): number {
  let end = window.indexOf(quote)
  while (end > 0 && window.charAt(end - 1) === '\\') end = window.indexOf(quote, end + 1)
  return window.slice(0, end).includes('\n') ? -1 : end
}

/** `password = hash(x)`, `token: parts[1]`, `login(password=password2)`: an expression, not a value. */
function isCode(value: string, operator: string, next: string): boolean {
  if (/[()[\]{}]/.test(value)) return true
  const isIdentifier = /^[A-Za-z_$][\w$]*$/.test(value)
  return isIdentifier && !looksRandom(value) && (/^\s+:?=/.test(operator) || next === ',' || next === ';')
}

function isCredential(value: string, { chosen }: CredentialName, isLiteral: boolean): boolean {
  if (value.length < (chosen ? 6 : 8) || /\s/.test(value) || isPlaceholder(value)) return false
  if (looksRandom(value)) return true
  if (isLocation(value)) return false
  const hasLetter = /[A-Za-z]/.test(value)
  const hasDigit = /\d/.test(value)
  if (!chosen) return isLiteral && value.length >= 12 && hasLetter && hasDigit && /^[A-Za-z0-9]+$/.test(value)
  if (/^[A-Za-z_-]*$/.test(value)) return isLiteral && value.length >= 8 && !isLabel(value)
  return isLiteral || hasLetter
}

/** `"password": "required"`, `Kennwort`, `forgot-password`: a word for people, not for a machine. */
function isLabel(word: string): boolean {
  return /^[A-Z][a-z]+$/.test(word) || labelWords.test(word)
}

const labelWords =
  /pass(?!phrase)|pwd|user|name|field|input|require|valid|confirm|forgot|reset|error|login|current|missing|incorrect|hash|encrypt|token|credential/i
