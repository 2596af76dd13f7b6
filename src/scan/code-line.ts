/** Whether a line looks like source code rather than like a sentence. */
import { codeUnitSet } from '../tokens/code-units.ts'
import { isBlank, type Line } from './lines.ts'
import { matchesAt } from './matches-at.ts'

/** `12→`, `12\t`, `12 | `: how agents and editors number the lines of a file. */
const lineNumber = /\d{1,6}(?:[→\t│|:]| \|)[ \t]*/y

/** What statements begin with in the languages that agents mostly meet. */
const opening = new RegExp(
  [
    String.raw`(?:import|export|package|using|namespace|module|require) [\w{*"'$@.]`,
    String.raw`from [\w.]{1,80} import `,
    String.raw`(?:const|let|var|val|static|final|mut|extern) [\w{[$]`,
    String.raw`(?:public|private|protected|internal|override|abstract|async|pub) \w`,
    String.raw`(?:function|func|fn|def|class|struct|interface|enum|trait|impl|type) [\w*(][^.!?]{0,200}[:{(=]`,
    String.raw`(?:return|throw|raise|yield|await|assert|defer)\b[^.!?]{0,80}$`,
    String.raw`(?:new|go|delete|del|case)\b[^.!?]{0,80}[;:)}]$`,
    String.raw`(?:if|while|for|switch|catch|else if|foreach)\s?\(`,
    String.raw`(?:if|while|for|with|try|except|else|finally|elif|match|unless)\b[^.!?]{0,120}[:{]$`,
    String.raw`[)\]}]{1,20}[;,)]{0,20}$`,
    String.raw`(?://|/\*|\*/|#include|#define|#!|<!--|@\w)`,
    String.raw`</?[a-zA-Z][\w.-]{0,40}[\s>/]`,
    String.raw`[\w.$[\]"'@-]{1,80}(?: (?::=|[-+*/|&]?=) |=\S*$)`,
    String.raw`[\w.$:]{1,80}\(.{0,160}[;,{()\]}]$`,
    String.raw`["'][^"']{0,160}["']\s?[:,]`,
  ].join('|'),
  'y',
)

/** The end of a line that continues, or that ends a statement: `{`, `;`, `=>`, `}),`. */
const endings = ['{', ';', '(', '[', '=>', '&&', '||', '))', '})', '}}', ']]', '])', '},', '],', '),']
const lastOfEndings = new Set(endings.map(ending => ending.charCodeAt(ending.length - 1)))

/** Lists, headings and quotes; a hit of a search; a line of a log: others know what to do with those. */
const otherwise = /(?:[-*+>] |\d{1,3}[.)] |#{1,6} |\S{1,200}:\d{1,6}[:-]|\[?\d{4}-\d\d-\d\d)/y

/** What is mostly brackets and operators, whatever it begins with. */
const signShare = 0.12
const maxScanned = 120
const signs = codeUnitSet('{}()[]<>=;&|+\\$', 0x80)

export function isCodeLine(line: Line): boolean {
  const start = contentStart(line)
  const { text } = line
  if (start === text.length) return false
  const isLike = endsLikeCode(text) || matchesAt(opening, text, start) || isMostlySigns(text, start)
  return isLike && !matchesAt(otherwise, text, start)
}

/** Whether a line continues the lines before it: indented, or a comment of a script. */
export function isContinuation(line: Line): boolean {
  const { text, first } = line
  const start = contentStart(line)
  return (start === first ? first > 0 : isSpaced(text, start)) || text.startsWith('#', start)
}

/** Where a line begins to say something, behind the number that a listing put before it. */
function contentStart(line: Line): number {
  const { text, first } = line
  const unit = text.charCodeAt(first)
  if (isBlank(line) || unit < 0x30 || unit > 0x39 || !matchesAt(lineNumber, text, first)) return first
  return lineNumber.lastIndex
}

/** `12→  return`, `12: # why`: more than the one space that a listing puts behind a number. */
function isSpaced(text: string, start: number): boolean {
  return text.startsWith('\t', start - 1) || text.startsWith('  ', start - 2)
}

function endsLikeCode(text: string): boolean {
  // A letter, a full stop: most lines need no closer look.
  if (!lastOfEndings.has(text.charCodeAt(text.length - 1))) return false
  return endings.some(ending => text.endsWith(ending))
}

function isMostlySigns(text: string, start: number): boolean {
  const end = Math.min(text.length, start + maxScanned)
  let count = 0
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) count += signs[unit] as number
  }
  return count >= 3 && count >= (end - start) * signShare
}

const comment = /^\s*(?:\/\/|\/?\*|#|--)/

/** Whether a line begins as comments do in the languages that agents mostly meet; Markdown's headings and items do too. */
export function isCommentLine(line: string): boolean {
  return comment.test(line)
}
