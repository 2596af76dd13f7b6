/** Finds the signatures of a program by the heads of its lines, their indentation and the brackets between them. */
import { indentOf } from '../../../scan/lines.ts'
import { matchesAt } from '../../../scan/matches-at.ts'
import type { HeadRule, Language, Signature } from './language.ts'
import { topIndent } from './languages.ts'
import { Inside, type LexedLines } from './lex-lines.ts'

/** Longer heads are cut: their parameters become a separate body. */
const maxHeadLength = 16
const maxImportLength = 40

/** How many characters of a line are read. */
const maxScanned = 600

export function scanSignatures(
  lines: readonly string[],
  language: Language,
  lexed: LexedLines,
): readonly Signature[] {
  const found: Signature[] = []
  const scopes: { readonly indent: number; readonly isType: boolean }[] = []
  const top = topIndent[language.name] ?? 0
  for (let at = 0; at < lines.length; at += 1) {
    if (lexed.inside[at] !== Inside.code) continue
    const line = lines[at] as string
    const first = firstVisible(line)
    if (first === line.length || !mayBegin(line.charCodeAt(first))) continue
    const indent = first === 0 ? 0 : indentOf(line)
    while (scopes.length > 0 && (scopes.at(-1)?.indent ?? 0) >= indent) scopes.pop()
    const isMember = scopes.at(-1)?.isType === true
    const rule = ruleOf(line, first, language, indent <= top, isMember)
    if (rule === undefined) continue
    const end = headEnd(lines, at, rule, lexed)
    found.push({ first: at, end, kind: rule.kind })
    if (rule.kind !== 'import')
      scopes.push({ indent, isType: rule.kind === 'type' || rule.kind === 'namespace' })
    at = end - 1
  }
  return found
}

/** Whether any line looks like the head of a definition: a cheap test before the lines are lexed. */
export function hasHeads(lines: readonly string[], { rules }: Language): boolean {
  return lines.some(line => {
    const first = firstVisible(line)
    if (first === line.length || !mayBegin(line.charCodeAt(first))) return false
    return rules().some(({ pattern }) => matchesAt(pattern, line.slice(0, maxScanned), first))
  })
}

function ruleOf(
  line: string,
  first: number,
  { rules, statement }: Language,
  isTop: boolean,
  isMember: boolean,
): HeadRule | undefined {
  const look = line.length > maxScanned ? line.slice(0, maxScanned) : line
  let isStatement: boolean | undefined
  for (const rule of rules()) {
    if (rule.where === 'top' ? !isTop : rule.where === 'member' && !isMember) continue
    if (!matchesAt(rule.pattern, look, first)) continue
    if (rule.kind !== 'function' || statement === undefined) return rule
    isStatement ??= matchesAt(statement, look, first) && !isNamedLikeStatement(look, first)
    if (!isStatement) return rule
  }
  return undefined
}

/** `function f(` begins with a word that begins no definition elsewhere. */
function isNamedLikeStatement(line: string, first: number): boolean {
  return line.startsWith('function ', first) || line.startsWith('function*', first)
}

/** The position after the line that closes the brackets of the head. */
function headEnd(lines: readonly string[], first: number, { kind }: HeadRule, lexed: LexedLines): number {
  if (kind === 'test') return first + 1
  if (kind === 'value') return selectorsEnd(lines, first)
  const open = kind === 'import' ? lexed.depth : lexed.round
  const maxEnd = Math.min(lines.length, first + (kind === 'import' ? maxImportLength : maxHeadLength))
  let end = first + 1
  while (end < maxEnd && (open[end] ?? 0) > (open[first] ?? 0)) end += 1
  return (open[end] ?? 0) > (open[first] ?? 0) ? first + 1 : end
}

/** `a,` above `b {`: several names of one thing. */
function selectorsEnd(lines: readonly string[], first: number): number {
  const maxEnd = Math.min(lines.length, first + maxHeadLength)
  let end = first + 1
  while (end < maxEnd && lines[end - 1]?.endsWith(',') === true) end += 1
  return end
}

function firstVisible(line: string): number {
  let first = 0
  while (first < line.length && line.charCodeAt(first) <= 0x20) first += 1
  return first
}

/** Braces, closing brackets and comments begin no definition, and end none. */
function mayBegin(unit: number): boolean {
  return unit !== 0x7b && unit !== 0x7d && unit !== 0x29 && unit !== 0x5d && unit !== 0x2f
}
