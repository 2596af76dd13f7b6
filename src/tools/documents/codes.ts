/** The codes that represent phrases: one token each while such codes last, and never confused with text. */

/** Written before a literal occurrence of a code, or of the mark itself. */
export const escapeMark = '¬'

/** One token in the public encodings, also after a space, and rare in texts about software. */
const signs = [...'§¶†※★☆♪♥●■►█¿¡©®'] as const
const greek = [...'αβγδεηθκλμνπστφχω'] as const
const capitals = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] as const

/** `$A` to `$R` alone, the others with a second letter: two tokens each, and no code begins another one. */
const lettersAlone = 18

/** Cheapest first. No code contains another, and the first character of a code occurs nowhere else in any code. */
export const codePool: readonly string[] = [
  ...signs,
  ...greek,
  ...capitals.slice(0, lettersAlone).map(letter => `$${letter}`),
  ...capitals.slice(lettersAlone).flatMap(first => capitals.map(second => `$${first}${second}`)),
]

const localFirstLetters = 'STUV'

/** Codes that no shared codebook uses: legends of texts beside such a book use only these. */
const localCodes: ReadonlySet<string> = new Set([
  ...greek,
  ...codePool.filter(code => code.length === 3 && localFirstLetters.includes(code.charAt(1))),
])

/** `any`: a legend alone. `shared`: a codebook of several texts. `local`: a legend beside such a codebook. */
export type CodeScope = 'any' | 'shared' | 'local'

/** Codes of the pool that neither occur in the text nor conflict with taken ones. */
export function freeCodes(
  text: string,
  taken: readonly string[] = [],
  scope: CodeScope = 'any',
): readonly string[] {
  const used = codesIn(text)
  return codePool.filter(
    code =>
      (scope === 'any' || localCodes.has(code) === (scope === 'local')) &&
      !used.has(code) &&
      (taken.length === 0 || codeProblem([...taken, code]) === undefined),
  )
}

const poolCode = new RegExp(`\\$[A-Z]{1,2}|[${signs.join('')}${greek.join('')}]`, 'g')

/** One pass for all codes: a text may be long, and most codes do not occur in it. */
function codesIn(text: string): ReadonlySet<string> {
  const used = new Set<string>()
  for (const [found] of text.matchAll(poolCode)) {
    used.add(found)
    used.add(found.slice(0, 2))
  }
  return used
}

/** Why these codes could be confused with one another or with an escaped sign; `undefined` if they cannot. */
export function codeProblem(codes: readonly string[]): string | undefined {
  const sigils = new Set(codes.map(code => code.charAt(0)))
  for (const code of codes) {
    if (!isCode(code)) return `${JSON.stringify(code)} is no code`
    if (code.includes(escapeMark)) return `${code} contains ${escapeMark}, which marks what is no code`
    for (let at = 1; at < code.length; at += 1)
      if (sigils.has(code.charAt(at))) return `${code} contains ${code.charAt(at)}, which begins a code`
  }
  const sorted = [...codes].sort()
  for (const [at, code] of sorted.entries()) {
    const before = at > 0 ? sorted[at - 1] : undefined
    if (before !== undefined && code.startsWith(before)) return `${before} begins ${code}`
  }
  return undefined
}

/** A code begins with a sign or a foreign letter, so that it is not mistaken for a word. */
function isCode(code: string): boolean {
  return code !== '' && code.isWellFormed() && !/^[A-Za-z0-9]|\s/.test(code)
}

/** A sign that the text does not contain, for use by one step. */
export function freeMark(text: string, wished: string): string | undefined {
  return [...wished, ...signs].find(mark => !text.includes(mark))
}
