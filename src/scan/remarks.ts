/** What a sentence says of itself in fixed words: that something failed, or that it draws a conclusion. */
import type { Span } from './span.ts'

export interface Failure extends Span {
  readonly kind: 'failure' | 'http-error'
}

export interface Remarks {
  /** No two overlap. */
  readonly failures: readonly Failure[]
  /** In lower case, each once. */
  readonly connectives: ReadonlySet<string>
}

const failure =
  '(?:[Pp]ermission|[Aa]ccess) denied|[Cc]onnection (?:refused|reset|timed out)|[Nn]o such file or directory|[Nn]o space left on device|[Cc]ommand not found|[Oo]peration not permitted|[Oo]ut of memory|[Ss]egmentation fault|[Aa]ddress already in use|[Rr]ead-only file system|[Uu]ndefined reference to'

/** Words that draw a conclusion or give its ground. Words of order (first, then, finally) are a recipe's too. */
const connective = String.raw`(?:[Tt]herefore|[Hh]ence|[Tt]hus|[Bb]ecause|[Cc]onsequently|[Aa]ccordingly|[Ii]t follows|[Aa]s a result|[Gg]iven that|[Ff]or this reason|(?:[Tt]his|which) (?:implies|means)|conclude that|[Bb]y (?:induction|contradiction))\b`

/** One pass for both; what is before a phrase rules out most places at once. */
const phrase = new RegExp(`(?:^|[ \\n("'])(?:${failure}|${connective})`, 'g')
const isConnective = new RegExp(connective)

/** `HTTP/1.1 404`, `status: 503`, `status code 500`: the digits make it one. */
const status = /(?:HTTP(?:\/[\d.]{1,3})?|[Ss]tatus(?:[ _]?[Cc]ode)?"?)[ :=]{1,3}[45]\d\d(?!\d)/g

export function remarks(text: string): Remarks {
  const failures: Failure[] = []
  const connectives = new Set<string>()
  for (const { index, 0: found } of allMatches(phrase, text)) {
    const said = found.replace(/^[\s("']/, '')
    const end = index + found.length
    if (isConnective.test(said)) connectives.add(said.toLowerCase())
    else failures.push({ start: end - said.length, end, kind: 'failure' })
  }
  for (const { index, 0: found } of mayReportStatus(text) ? allMatches(status, text) : [])
    failures.push({ start: index, end: index + found.length, kind: 'http-error' })
  return { failures, connectives }
}

/** Spares most texts a closer look. */
function mayReportStatus(text: string): boolean {
  return text.includes('tatus') || text.includes('HTTP')
}

/** `pattern` has the flag `g`. */
function allMatches(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) found.push(match)
  return found
}
