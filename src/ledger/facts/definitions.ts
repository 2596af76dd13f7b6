/** The functions, types, tests and keys that a stretch of a file defines, by the lexers of its language. */
import type { Language, SignatureKind } from '../../reduce/content/code/language.ts'
import { languageNamed, languageOfName } from '../../reduce/content/code/language-of.ts'
import { lexLines } from '../../reduce/content/code/lex-lines.ts'
import { hasHeads, scanSignatures } from '../../reduce/content/code/scan-signatures.ts'
import { isCommentLine } from '../../scan/code-line.ts'
import { linesInFences } from '../../scan/fenced-lines.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { indentOf } from '../../scan/lines.ts'

export interface Definition {
  readonly name: string
  /** The head on one line, as it is written. */
  readonly signature: string
  /** From its head to what belongs to the next definition: all lines of the text, and which of them. */
  readonly lines: readonly string[]
  readonly first: number
  readonly end: number
  /** The section that a key is in. */
  readonly section?: string
}

const maxSignatureLength = 200
const prose = /\.(?:md|mdx|markdown|rst|txt|adoc)$/i
const heading = /^#{1,4} {1,4}(\S.{0,80})$/

/** In order; of several with one name the last. */
export function definitionsIn(text: string, path: string): ReadonlyMap<string, Definition> {
  if (text === '') return none
  const lines = text.split('\n')
  if (isProse(path)) return headingsIn(lines)
  const language = languageOfName(path) ?? languageNamed('generic')
  // Elsewhere the head of a definition continues after a comma.
  const shown = language.name === 'settings' ? lines.map(withoutSeparator) : lines
  return namedIn(text, shown, { language, hasSections: hasSections(path) })
}

const none: ReadonlyMap<string, Definition> = new Map()

export function isProse(path: string): boolean {
  return prose.test(path)
}

const sectioned = /\.(?:toml|ini|cfg|conf|editorconfig|gitconfig)$/i
/** `[tasks."test:e2e"]`, `[[bin]]` */
const sectionHead = /^\[{1,2}[^[\],=]{1,120}\]{1,2}\s*$/

/** Whether heads in brackets say what the keys below them are of. */
export function hasSections(path: string): boolean {
  return sectioned.test(path)
}

export function isSectionHead(line: string): boolean {
  return sectionHead.test(line)
}

function headingsIn(lines: readonly string[]): ReadonlyMap<string, Definition> {
  const found = new Map<string, Definition>()
  const fenced = linesInFences(lines)
  for (const [at, line] of lines.entries()) {
    const name = fenced.has(at) ? undefined : heading.exec(line)?.[1]?.trim()
    if (name !== undefined)
      found.set(name, { name, signature: line.trimEnd(), lines, first: at, end: at + 1 })
  }
  return found
}

function namedIn(
  text: string,
  lines: readonly string[],
  { language, hasSections }: { readonly language: Language; readonly hasSections: boolean },
): ReadonlyMap<string, Definition> {
  if (!hasHeads(lines, language)) return none
  const signatures = scanSignatures(lines, language, lexLines(lines, language.lexing, text)).filter(
    ({ kind }) => kind !== 'import' && kind !== 'namespace',
  )
  const found = new Map<string, Definition>()
  let section: string | undefined
  for (const [index, { first, end, kind }] of signatures.entries()) {
    const head = headOf(lines, first, end)
    const isSection = hasSections && isSectionHead(lines[first] as string)
    const own = isSection ? head : nameOf(head, kind)
    if (own === undefined) continue
    if (isSection) section = own
    const inSection = section === undefined || isSection ? {} : { section }
    const name = inSection.section === undefined ? own : `${section}.${own}`
    const next = signatures[index + 1]?.first ?? lines.length
    found.set(name, {
      name,
      ...inSection,
      signature: withoutBrace(graphemeCut(head, maxSignatureLength)),
      lines,
      first,
      end: lastLineEnd(lines, first, next),
    })
  }
  return found
}

/**
 * The name of the function or the test that lines below these are in, or else of the type or the key; in a document the heading.
 * `lines`: those that the place is nested in, outermost first; of a document or a file with sections all lines above.
 */
export function enclosingName(lines: readonly string[], path: string): string | undefined {
  if (isProse(path)) return [...headingsIn(lines).keys()].at(-1)
  if (hasSections(path)) return lines.findLast(isSectionHead)?.trim()
  const language = languageOfName(path) ?? languageNamed('generic')
  const text = lines.join('\n')
  const named = scanSignatures(lines, language, lexLines(lines, language.lexing, text)).flatMap(
    ({ first, end, kind }) => {
      const name = nameOf(headOf(lines, first, end), kind)
      return name === undefined ? [] : [{ kind, name }]
    },
  )
  const isOf =
    (...kinds: readonly SignatureKind[]) =>
    (one: { readonly kind: SignatureKind }) =>
      kinds.includes(one.kind)
  const outer = named.find(isOf('function', 'test'))
  // Functions inside a function or a test are details of it; tests are grouped by others.
  const found =
    outer?.kind === 'test' ? named.findLast(isOf('test')) : (outer ?? named.findLast(isOf('type', 'value')))
  return found?.name
}

/** Blank lines, comments and decorators, which belong to the definition below them. */
const leadIn = (line: string): boolean => isCommentLine(line) || /^\s*(?:$|@|;)/.test(line)

const closing = /^\s*[)}\]]+[;,]?\s*$/

/** Where a definition ends that the next one, or the end of the text, follows at `next`; without brackets that close what is around it. */
function lastLineEnd(lines: readonly string[], first: number, next: number): number {
  const indent = indentOf(lines[first] as string)
  const isAround = (line: string): boolean => closing.test(line) && indentOf(line) < indent
  let end = next
  while (end > first + 1 && (leadIn(lines[end - 1] as string) || isAround(lines[end - 1] as string))) end -= 1
  return end
}

function headOf(lines: readonly string[], first: number, end: number): string {
  let head = (lines[first] as string).trim()
  for (let at = first + 1; at < end; at += 1) head += ` ${(lines[at] as string).trim()}`
  return head
}

/** `  "build": "tsc",` → `"build": "tsc"`, `read() {` → `read()` */
export function bareHead(line: string): string {
  return withoutBrace(withoutSeparator(line).trim())
}

function withoutBrace(head: string): string {
  return head.endsWith('{') ? head.replace(/\s{0,4}\{$/, '') : head
}

/** Whether two definitions are the same line by line; the last entry of a list has no comma behind it. */
export function isSameDefinition(one: Definition, other: Definition): boolean {
  if (one.end - one.first !== other.end - other.first) return false
  for (let at = one.first; at < one.end; at += 1) {
    const [line, same] = [one.lines[at] as string, other.lines[other.first + at - one.first] as string]
    if (line !== same && withoutSeparator(line) !== withoutSeparator(same)) return false
  }
  return true
}

function withoutSeparator(line: string): string {
  const end = line.trimEnd()
  return end.endsWith(',') || end.endsWith(';') ? end.slice(0, -1) : end
}

const keyword =
  /(?:^|[\s(])(?:function|class|interface|enum|struct|trait|impl|def|fn|func|fun|sub|proc|type|const|let|var|val|object|record|protocol|union|module|macro_rules!)\*? {1,4}(?:\([^)]{1,80}\) {0,2})?([A-Za-z_$#@][\w$.:!?-]{0,80})/
const callable = /([A-Za-z_$~#][\w$:~.-]{0,80})\s?(?:<[^(]{0,80}>)?\(/
const titled = /\(\s{0,2}(['"`])((?:[^'"`\\]|\\.){1,120})\1/
const key = /^[-\s]{0,8}["']?([\w$.@/ -]{1,80}?)["']?\s{0,2}(?::|=|\{|$)/

/** `func (s *Store)`, where an edit ends before the name. */
const unnamed = /^(?:func|function|def|fn)$/

/** `func (s *Store[T]) Read(` */
const method = /^func \((?:\w{1,80} )?\*?(\w{1,80})(?:\[[^\]]{0,80}\])?\) {1,4}(\w{1,80})/

function nameOf(head: string, kind: SignatureKind): string | undefined {
  const look = head.slice(0, 400)
  const [, receiver, name] = (look.startsWith('func (') && method.exec(look)) || []
  if (receiver !== undefined) return `${receiver}.${name}`
  if (kind === 'test') return titled.exec(look)?.[2] ?? keyword.exec(look)?.[1]
  const named = keyword.exec(look)?.[1] ?? (kind === 'function' ? callable.exec(look)?.[1] : undefined)
  if (named !== undefined && unnamed.test(named)) return undefined
  return (named ?? key.exec(look)?.[1])?.replace(/[:.]$/, '').trim() || undefined
}
