/** Credentials without a shape of their own, known by the name that they are assigned to. */
import type { Span } from '../span.ts'
import { isPath, isPlaceholder, looksRandom } from './secret-value.ts'

interface CredentialName {
  readonly kind: string
  /** How the end of such a name begins (`DB_` may be before `password`); letter case is ignored. */
  readonly anchors: readonly string[]
  /** Sticky: the end of the name and what follows it, up to the value. */
  readonly pattern: RegExp
  /** Where people choose the value, a word with a digit counts as one. Elsewhere the value must look random. */
  readonly chosen: 'always' | 'in-environment' | 'never'
}

const keyOwners = [
  'api',
  'access',
  'account',
  'private',
  'auth',
  'encryption',
  'signing',
  'master',
  'license',
] as const

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
    chosen: 'always',
  },
  {
    kind: 'secret',
    anchors: ['secret'],
    pattern: assigned(String.raw`(?<!\[)secret(?:[_-]?(?:access[_-]?)?key(?:[_-]?base)?)?`),
    chosen: 'in-environment',
  },
  {
    kind: 'token',
    anchors: ['token'],
    pattern: assigned('(?<!(?:next|page|sync|continuation|cursor)[_-]?)token'),
    chosen: 'never',
  },
  {
    kind: 'key',
    anchors: keyOwners.flatMap(owner => ['key', '_key', '-key'].map(key => owner + key)),
    pattern: assigned(`(?:${keyOwners.join('|')})[_-]?key`),
    chosen: 'never',
  },
  { kind: 'credential', anchors: ['credential'], pattern: assigned('credentials?'), chosen: 'never' },
]

/** A short name is worth a look only with something behind it that can follow a name. */
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

/** A value is judged by its first characters, so that turning one down costs little. */
const bareValue = /[^\s"'`\\,;<>|&]{0,200}/y
const bareRest = /[^\s"'`\\,;<>|&]*/y
const maxScanned = 200

/** The value assigned to the name that ends at `at`, if it could be a credential. */
export function assignedSecret(text: string, at: number, name: CredentialName): Span | undefined {
  name.pattern.lastIndex = at
  const match = name.pattern.exec(text)
  if (match === null) return undefined
  const [whole, operator = '', quote] = match
  if (operator === ' ' && !/(?:^|\s)--[a-z-]*$/i.test(text.slice(Math.max(0, at - 24), at))) return undefined
  const start = at + whole.length
  const isEnvironment = /^(?:=|: ?)$/.test(operator) && /^_?[A-Z]{2}/.test(whole)
  const isChosen = name.chosen === 'always' || (name.chosen === 'in-environment' && isEnvironment)
  const quotedLength = quote === undefined ? -1 : closingQuote(text.slice(start, start + maxScanned), quote)
  if (quotedLength >= 0) {
    const end = start + quotedLength
    return isCredential(text.slice(start, end), isChosen, true) ? { start, end } : undefined
  }
  const value = matchAt(bareValue, text, start)
  const end = start + value.length
  if (operator === '>' && !text.startsWith('</', end)) return undefined
  if (!isEnvironment && isExpression(value, text.charAt(end))) return undefined
  if (!isCredential(value, isChosen, isEnvironment)) return undefined
  return { start, end: value.length < maxScanned ? end : end + matchAt(bareRest, text, end).length }
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

/** `hash(x)`, `parts[1]`, `user.password`, `password2`, `pw1,`: code that computes or names a value. */
function isExpression(value: string, next: string): boolean {
  if (/^[:.=?]|[()[\]{}]/.test(value)) return true
  if (looksRandom(value)) return false
  if (/^[A-Za-z_$][\w$]*((?:\??\.|::?|->)[A-Za-z_$][\w$]*)+$/.test(value)) return true
  return /^[A-Za-z_$][\w$]*$/.test(value) && (labelWord.test(value) || next === ',' || next === ';')
}

function isCredential(value: string, isChosen: boolean, isLiteral: boolean): boolean {
  if (value.length < (isChosen ? 6 : 8) || /\s/.test(value) || isPlaceholder(value) || isPath(value))
    return false
  return looksRandom(value) || (isChosen ? couldBeChosen(value, isLiteral) : isLiteral && isMixed(value))
}

/** `hunter2`; a mere word only where no variable can be, and not one that people are meant to read. */
function couldBeChosen(value: string, isLiteral: boolean): boolean {
  if (!/^[A-Za-z_-]*$/.test(value)) return isLiteral || /[A-Za-z]/.test(value)
  return isLiteral && value.length >= 8 && !/^[A-Z][a-z]+$/.test(value) && !labelWord.test(value)
}

/** `abcd9876efgh`: letters and digits in one piece. */
function isMixed(value: string): boolean {
  return value.length >= 12 && /^[A-Za-z0-9]*$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value)
}

/** `"password": "required"`, `forgot-password`: words for people, and for variables. */
const labelWord =
  /pass(?!phrase)|pwd|user|name|field|input|require|valid|confirm|forgot|reset|error|login|current|missing|incorrect|wrong|differ|match|strong|weak|hash|encrypt|token|credential/i
