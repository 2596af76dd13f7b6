/** The parts of Markdown by its lines: each block under its heading, each item under the one that it is indented below. */
import { type FencedLines, fencedLines } from '../../../scan/fenced-lines.ts'
import { frontMatterEnd } from '../../../scan/front-matter-end.ts'
import { headingLevel, isHeading } from '../../../scan/heading-level.ts'
import { indentOf } from '../../../scan/lines.ts'
import type { Role } from '../../../types.ts'
import { paragraphParts, sentenceCut } from '../../pieces/paragraphs.ts'
import { isBlankLine, joined, type Part } from '../../pieces/parts.ts'
import { sentenceValue } from '../../pieces/sentence-value.ts'
import { codeParts } from '../code/code-parts.ts'
import { languageOfLines, languageOfName } from '../code/language-of.ts'
import type { PieceValue } from '../content.ts'

const underline = /^ {0,3}(?:=+|-{2,})\s{0,8}$/
const rule = /^ {0,3}(?:(- ?){3,}|(\* ?){3,}|(_ ?){3,})\s{0,8}$/
const bullet = /^\s{0,60}(?:[-*+•]|\d{1,9}[.)])\s{1,8}(\[[ xX]\] )?/
const row = /^\s{0,12}\|/
const ruleRow = /^\s{0,12}\|?[\s:|-]{3,400}$/
/** Badges, lone images, comments: nothing to read. */
const ornament =
  /^\s{0,12}(?:\[?!\[[^\]]{0,200}\]\([^)]{0,400}\)\]?|<!--.{0,400}-->|<\/?(?:br|hr|p|div|img|a|center)(?!\w)[^>]{0,400}>)\s{0,8}$/

export function markdownParts(lines: readonly string[], role: Role): readonly Part[] {
  return new MarkdownReader(lines, role).read()
}

interface Level {
  readonly level: number
  readonly part: number
}

class MarkdownReader {
  readonly #lines: readonly string[]
  readonly #role: Role
  readonly #parts: Part[] = []
  readonly #headings: Level[] = []
  readonly #items: Level[] = []

  constructor(lines: readonly string[], role: Role) {
    this.#lines = lines
    this.#role = role
  }

  read(): readonly Part[] {
    const lines = this.#lines
    const start = this.#frontMatter()
    const fences = fencedLines(lines, start)
    let fence = 0
    for (let at = start; at < lines.length; ) {
      while ((fences[fence]?.end ?? Number.POSITIVE_INFINITY) <= at) fence += 1
      const open = fences[fence]
      if (open !== undefined && open.first <= at) {
        this.#add(codeBlockParts(lines, open, this.#above(), this.#parts.length))
        at = open.end
      } else at = this.#block(at, open?.first ?? lines.length)
    }
    return this.#parts
  }

  #frontMatter(): number {
    const end = frontMatterEnd(this.#lines)
    for (let first = 0; first < end; first += maxFrontMatter)
      this.#push(first, Math.min(end, first + maxFrontMatter), 'useful')
    return end
  }

  /** Adds the block that begins at `at`; returns the position after its last line, at most `to`. */
  #block(at: number, to: number): number {
    const line = this.#lines[at] as string
    if (isBlankLine(line)) return this.#run(at, to, 'noise', isBlankLine)
    const level = headingAt(line, at + 1 < to ? this.#lines[at + 1] : undefined)
    if (level !== undefined) return this.#heading(at, level.lines, level.level)
    if (rule.test(line)) return this.#push(at, at + 1, 'noise')
    if (row.test(line)) return this.#table(at, to)
    if (ornament.test(line)) return this.#push(at, at + 1, 'noise')
    return bullet.test(line) ? this.#item(at, to) : this.#paragraph(at, to)
  }

  #heading(at: number, count: number, level: number): number {
    while ((this.#headings.at(-1)?.level ?? 0) >= level) this.#headings.pop()
    this.#items.length = 0
    this.#push(at, at + count, 'useful')
    this.#headings.push({ level, part: this.#parts.length - 1 })
    return at + count
  }

  #table(at: number, to: number): number {
    const hasHead = at + 1 < to && ruleRow.test((this.#lines[at + 1] as string).slice(0, 400))
    const head = this.#parts.length
    let next = this.#push(at, at + (hasHead ? 2 : 1), 'useful')
    for (; next < to && row.test(this.#lines[next] as string); next += 1)
      this.#parts.push({ first: next, end: next + 1, value: 'plain', under: head })
    return next
  }

  #item(at: number, to: number): number {
    const line = this.#lines[at] as string
    const indent = indentOf(line)
    while ((this.#items.at(-1)?.level ?? -1) >= indent) this.#items.pop()
    const end = this.#end(at + 1, to)
    const isOpen = bullet.exec(line)?.[1] === '[ ] '
    const value = isOpen
      ? 'useful'
      : sentenceValue(joined(this.#lines, at, Math.min(end, at + 3)), this.#role)
    const isLong = line.length > longItem
    const first = this.#parts.length
    this.#push(at, isLong ? at + 1 : Math.min(end, at + maxItemLines), value, isLong)
    this.#items.push({ level: indent, part: first })
    const rest = isLong ? at + 1 : Math.min(end, at + maxItemLines)
    if (rest < end) this.#add(paragraphParts(this.#lines, rest, end, this.#role, first))
    return end
  }

  #paragraph(at: number, to: number): number {
    const isInside = indentOf(this.#lines[at] as string) > 0
    if (!isInside) this.#items.length = 0
    const end = this.#end(at + 1, to)
    this.#add(paragraphParts(this.#lines, at, end, this.#role, this.#above()))
    return end
  }

  /** The position of the line that begins another block. */
  #end(from: number, to: number): number {
    let end = from
    for (; end < to; end += 1) {
      const line = this.#lines[end] as string
      if (isBlankLine(line) || isHeading(line) || bullet.test(line) || row.test(line) || rule.test(line))
        break
    }
    return end
  }

  #run(at: number, to: number, value: PieceValue, holds: (line: string) => boolean): number {
    let end = at + 1
    while (end < to && holds(this.#lines[end] as string)) end += 1
    return this.#push(at, end, value)
  }

  #above(): number | undefined {
    return this.#items.at(-1)?.part ?? this.#headings.at(-1)?.part
  }

  /** One by one: there may be more parts than a call accepts arguments. */
  #add(parts: readonly Part[]): void {
    for (const part of parts) this.#parts.push(part)
  }

  #push(first: number, end: number, value: PieceValue, isCut = false): number {
    const under = value === 'noise' ? undefined : this.#above()
    this.#parts.push({
      first,
      end,
      value,
      ...(under !== undefined && { under }),
      ...(isCut && { cut: sentenceCut(this.#role) }),
    })
    return end
  }
}

const maxFrontMatter = 12
const maxItemLines = 6
/** Longer items are split into sentences. */
const longItem = 240

/** `# Title`, or a title above `===`. */
function headingAt(
  line: string,
  next: string | undefined,
): { readonly level: number; readonly lines: number } | undefined {
  const level = headingLevel(line)
  if (level !== undefined) return { level, lines: 1 }
  if (next === undefined || !underline.test(next) || line.length > 120 || bullet.test(line) || row.test(line))
    return undefined
  return { level: next.includes('=') ? 1 : 2, lines: 2 }
}

const maxLines = 14
const maxCharacters = 600

/** `index` is that of the first part in the whole. */
function codeBlockParts(
  lines: readonly string[],
  { first, end, info, closed }: FencedLines,
  under: number | undefined,
  index: number,
): readonly Part[] {
  const above = under === undefined ? {} : { under }
  if (isShort(lines, first, end)) return [{ first, end, value: 'plain', ...above }]
  const inner = lines.slice(first + 1, closed ? end - 1 : end)
  const language = languageOfName(info.split(/[\s,{]/, 1)[0] ?? '') ?? languageOfLines(inner)
  const parts = codeParts(inner, language).map(
    (part): Part => ({
      ...part,
      first: part.first + first + 1,
      end: part.end + first + 1,
      // Definitions in an example are not what the document is about.
      value: part.value === 'key' ? 'useful' : part.value,
      under: part.under === undefined ? index : part.under + index + 1,
    }),
  )
  const opening: Part = { first, end: first + 1, value: 'plain', ...above }
  return closed ? [opening, ...parts, { first: end - 1, end, value: 'noise' }] : [opening, ...parts]
}

function isShort(lines: readonly string[], first: number, end: number): boolean {
  if (end - first > maxLines) return false
  let characters = 0
  for (let at = first; at < end; at += 1) characters += (lines[at] as string).length + 1
  return characters <= maxCharacters
}
