/** A parsed Markdown document: nodes with their lines, and the lines that no rule may change. */
import { GFM, parser } from '@lezer/markdown'
import { binarySearch } from '../../../scan/binary-search.ts'
import { frontMatterEnd } from '../../../scan/front-matter-end.ts'
import { wordSet } from '../../../scan/vocabulary/word-set.ts'
import { addToList } from '../../../tokens/add-to-list.ts'
import { type DocumentLine, isBlankText } from './document-lines.ts'

export interface MarkdownNode {
  readonly name: string
  /** Positions in `text`. */
  readonly from: number
  readonly to: number
  /** Index in `nodes`; -1 for the document itself. */
  readonly parent: number
  readonly firstLine: number
  readonly lastLine: number
}

export interface MarkdownDocument {
  readonly lines: readonly DocumentLine[]
  /** The lines joined by `\n`; positions refer to it. */
  readonly text: string
  /** The start of each line in `text`. */
  readonly starts: readonly number[]
  /** Each node comes before its descendants; the document itself comes first. */
  readonly nodes: readonly MarkdownNode[]
  /** The number of lines of front matter. */
  readonly bodyStart: number
  /** Whether a line stays as it is: code, tables, HTML, quotes, front matter. */
  isFrozen(line: number): boolean
  hasFrozen(node: Pick<MarkdownNode, 'firstLine' | 'lastLine'>): boolean
  isBlank(line: number): boolean
}

const markdown = parser.configure(GFM)
const frozenBlocks: ReadonlySet<string> = wordSet(
  `FencedCode CodeBlock HTMLBlock CommentBlock ProcessingInstructionBlock Table Blockquote LinkReference`,
)
const maxFrontMatter = 1000

export function markdownDocument(lines: readonly DocumentLine[]): MarkdownDocument {
  const texts = lines.map(({ text }) => text)
  const bodyStart = frontMatterEnd(texts, maxFrontMatter)
  const dense = denseLines(texts)
  const starts: number[] = []
  let length = 0
  for (const text of texts) {
    starts.push(length)
    length += text.length + 1
  }
  const parsed = texts.map((text, at) =>
    at < bodyStart ? ' '.repeat(text.length) : dense.has(at) ? masked(text) : text,
  )
  const nodes = nodesOf(parsed.join('\n'), starts)
  const frozen = new Uint8Array(lines.length).fill(1, 0, bodyStart)
  for (const at of dense) frozen[at] = 1
  for (const node of nodes) if (frozenBlocks.has(node.name)) frozen.fill(1, node.firstLine, node.lastLine + 1)
  return {
    lines,
    text: texts.join('\n'),
    starts,
    nodes,
    bodyStart,
    isFrozen: line => frozen[line] === 1,
    hasFrozen: ({ firstLine, lastLine }) => frozen.subarray(firstLine, lastLine + 1).includes(1),
    isBlank: line => frozen[line] === 0 && isBlankText(texts[line] ?? ''),
  }
}

function nodesOf(text: string, starts: readonly number[]): readonly MarkdownNode[] {
  const nodes: MarkdownNode[] = []
  const open: number[] = []
  markdown.parse(text).iterate({
    enter({ name, from, to }) {
      // A block may end after the line break of its last line.
      const last = to > from && text.charAt(to - 1) === '\n' ? to - 1 : to
      nodes.push({
        name,
        from,
        to,
        parent: open.at(-1) ?? -1,
        firstLine: lineAt(starts, from),
        lastLine: lineAt(starts, last),
      })
      open.push(nodes.length - 1)
    },
    leave() {
      open.pop()
    },
  })
  return nodes
}

function lineAt(starts: readonly number[], position: number): number {
  return binarySearch(0, starts.length, line => (starts[line] as number) > position) - 1
}

/** Indexes of the direct children of each node. */
export function childrenByParent(nodes: readonly MarkdownNode[]): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>()
  for (const [at, { parent }] of nodes.entries()) addToList(children, parent, at)
  return children
}

export function textOfLines({ lines }: MarkdownDocument, from: number, to: number): string {
  return lines
    .slice(from, to)
    .map(({ text }) => text)
    .join('\n')
}

/** Characters that open or close something inside a paragraph. */
const marks = /[*_[\]<>`~!]/g
const anyMark = /[*_[\]<>`~!+ \t-]/g
/** A line that begins a new block, so that marks before it do not pair with marks after it. */
const blockStart = /^\s{0,40}(?:[-+*>|]\s|\||#{1,6}\s|\d{1,9}[.)]\s)/
const maxMarks = 1500
/** `- - - - a`, `> > > > a`: each mark opens a nested block. */
const nestedStarts = /^(?:\s{0,8}[-+*>]){60}/
const manySpaces = ' '.repeat(400)

/** The indexes of lines with so many marks that parsing them would take too long. */
function denseLines(lines: readonly string[]): ReadonlySet<number> {
  const dense = new Set<number>()
  let first = 0
  let count = 0
  const close = (end: number): void => {
    if (count > maxMarks) for (let at = first; at < end; at += 1) dense.add(at)
    first = end
    count = 0
  }
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || blockStart.test(line)) close(at)
    count += line.match(marks)?.length ?? 0
    if (line.includes(manySpaces) || nestedStarts.test(line)) dense.add(at)
  }
  close(lines.length)
  return dense
}

/** A line of the same length with nothing to parse; its beginning stays. */
function masked(line: string): string {
  const start = /^\s{0,40}(?:(?:[-+*>]|\d{1,9}[.)])\s{0,8}|#{1,6}\s|[`~]{3,20})?/.exec(line)?.[0].length ?? 0
  return line.slice(0, start) + line.slice(start).replace(anyMark, 'x')
}

const frozenSpans: ReadonlySet<string> = wordSet(
  'InlineCode Link Image Autolink URL HTMLTag Comment Escape Entity',
)

/** 1 for a character that must not change; `also` names further kinds of nodes. */
export function frozenUnits(
  { nodes, text }: MarkdownDocument,
  also: ReadonlySet<string> = new Set(),
): Uint8Array {
  const frozen = new Uint8Array(text.length)
  let reached = 0
  for (const { name, from, to } of nodes)
    if ((frozenSpans.has(name) || also.has(name)) && to > reached) {
      frozen.fill(1, Math.max(from, reached), to)
      reached = to
    }
  return frozen
}

/** What every rule must keep in a document: checked after each rule, so that none can break what it does not parse. */
const kept: ReadonlySet<string> =
  wordSet(`FencedCode CodeBlock HTMLBlock CommentBlock Table Blockquote LinkReference Link Image Autolink URL
  InlineCode HTMLTag TaskMarker`)

/** Everything that must stay verbatim, in order, and the kinds of the top-level blocks. */
export function structureOf(document: MarkdownDocument): readonly string[] {
  const { nodes, text, bodyStart } = document
  const found = [`front matter ${textOfLines(document, 0, bodyStart)}`]
  for (const { name, from, to } of nodes)
    if (kept.has(name)) found.push(`${name} ${text.slice(from, to)}`)
    else if (name === 'HardBreak' || name === 'OrderedList') found.push(name)
  return found
}

/** Whether everything in one list also occurs in the other, in any number. */
export function holdsAll(after: readonly string[], before: readonly string[]): boolean {
  const there = new Set(after)
  return before.every(one => there.has(one)) && after.length <= before.length
}

export function isSame(after: readonly string[], before: readonly string[]): boolean {
  return after.length === before.length && after.every((one, at) => one === before[at])
}
