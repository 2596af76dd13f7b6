/** Names in a text with one specific meaning: `parseConfig`, `MAX_RETRIES`, `src/app.ts`, `redis-prod-001`, `#142`. */
import { codeUnits } from '../../tokens/code-units.ts'

const lower = 1
const upper = 2
const digit = 3
/** Occurs inside names of every kind. */
const underscore = 4
/** Occur within paths, packages, dotted names and hyphenated ids, and also as punctuation around words. */
const joiner = 5

/** Longer runs are encoded data, not names. */
const maxNameLength = 200

/** Letters of other scripts end a name: `使用UserService处理` names UserService. */
const classes = new Uint8Array(0x10000)

/** Filled by the first text, not at import. */
function fillClasses(): void {
  for (let code = 0; code < 0x250; code += 1) classes[code] = classOf(code)
}

function classOf(code: number): number {
  const sign = String.fromCharCode(code)
  if (sign === '_') return underscore
  if ('./-:@#$'.includes(sign)) return joiner
  if (code >= 48 && code <= 57) return digit
  if (sign.toLowerCase() !== sign) return upper
  return sign.toUpperCase() !== sign ? lower : 0
}

export function identifiersIn(text: string): Set<string> {
  if (classes[48] === 0) fillClasses()
  const found = new Set<string>()
  const units = codeUnits(text)
  const { length } = text
  for (let at = 0; at < length; ) {
    const first = classes[units[at] as number] as number
    const start = at
    at += 1
    if (first === 0) continue
    let isWord = first === lower || first === upper
    for (; at < length; at += 1) {
      const kind = classes[units[at] as number] as number
      if (kind === 0) break
      if (kind !== lower) isWord = false
    }
    if (isWord || at - start > maxNameLength) continue
    const name = withoutPunctuation(text, start, at)
    if (isIdentifier(name)) found.add(name)
  }
  return found
}

/** `src/app.ts:42:7` names the file `src/app.ts`. */
const lineSuffix = /(?::\d{1,7}){1,2}$/

/** `src/app.ts:` and `--watch.` without the signs around them; `#142`, `@scope/name` and `./file.ts` keep theirs. */
function withoutPunctuation(text: string, start: number, end: number): string {
  let from = start
  let to = end
  while (to > from && classes[text.charCodeAt(to - 1)] === joiner) to -= 1
  while (from < to && '-:'.includes(text[from] ?? '')) from += 1
  const name = text.slice(from, to)
  return /[./]/.test(name) ? name.replace(lineSuffix, '') : name
}

function isIdentifier(name: string): boolean {
  if (name.length < 3) return false
  let letters = 0
  let digits = 0
  let slashes = 0
  let dotted = false
  let humps = 0
  let capitals = 0
  let before = 0
  for (let at = 0; at < name.length; at += 1) {
    const kind = classes[name.charCodeAt(at)] ?? 0
    if (kind === lower || kind === upper) letters += 1
    if (kind === digit) digits += 1
    capitals = kind === upper ? capitals + 1 : 0
    if (kind === upper && (before === lower || before === digit)) humps += 1
    // `HTTPServer`, and not `URLs`.
    if (capitals > 1 && isLower(name, at + 1) && isLower(name, at + 2)) humps += 1
    if (kind === underscore && before !== 0) humps += 1
    if (kind === lower && before === joiner && at > 1 && name.charCodeAt(at - 1) === dot) dotted = true
    if (name.charCodeAt(at) === slash) slashes += 1
    before = kind
  }
  if (name[0] === '#') return letters === 0 && digits === name.length - 1
  if (letters === 0) return false
  if (humps > 0 || slashes > 1) return true
  // `and/or` is not a path, `e.g` not a name, `10ms` and `3rd` not ids.
  if (slashes === 1) return dotted || digits > 0
  if (dotted) return name.length > 4
  return digits > 0 && name.length > 3 && (classes[name.charCodeAt(0)] !== digit || name.length > 6)
}

const dot = 0x2e
const slash = 0x2f

const isLower = (name: string, at: number): boolean => classes[name.charCodeAt(at)] === lower
