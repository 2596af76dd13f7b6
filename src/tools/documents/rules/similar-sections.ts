/** Merges sections with the same name and parent and nearly the same text; every line that differs stays. */
import { binarySearch } from '../../../scan/binary-search.ts'
import { addToList } from '../../../tokens/add-to-list.ts'
import { countsOf } from '../../../tokens/counts-of.ts'
import type { DocumentLine } from './document-lines.ts'
import {
  childrenByParent,
  type MarkdownDocument,
  type MarkdownNode,
  textOfLines,
} from './markdown-document.ts'
import type { Rule, RuleChange } from './rule.ts'
import { isSameSubject, wordsOf } from './same-subject.ts'
import { type MarkdownSection, sections } from './sections.ts'
import { trimmedLines } from './white-space.ts'
import { withoutLines } from './without-lines.ts'

const minSimilarity = 0.6

export const similarSections: Rule = {
  name: 'similar-sections',
  apply(document) {
    const all = sections(document)
    const merges = mergesOf(document, all)
    if (merges.length === 0) return undefined
    const gone = new Set<number>()
    const added = new Map<number, DocumentLine[]>()
    const changes = merges.map(({ section, into, similarity, extra }): RuleChange => {
      for (let at = section.first; at < section.end; at += 1) gone.add(at)
      const before = added.get(into.behind) ?? []
      added.set(into.behind, before)
      for (const line of extra) before.push(line)
      return {
        rule: 'similar-sections',
        line: document.lines[section.first]?.number ?? 0,
        before: textOfLines(document, section.first, section.end),
        after: extra.map(({ text }) => text).join('\n'),
        reason: `${Math.round(similarity * 100)} % the words of the section of this name in line ${document.lines[into.section.first]?.number}; what differs was added there`,
      }
    })
    return { lines: withoutLines(document, gone, added), changes }
  },
}

interface Merge {
  readonly section: MarkdownSection
  readonly into: Kept
  readonly similarity: number
  readonly extra: readonly DocumentLine[]
}

/** A section that stays, and to which others are merged. */
interface Kept {
  readonly section: MarkdownSection
  readonly parts: SectionPart[]
  readonly words: Set<string>
  /** The line after which lines are added. */
  readonly behind: number
}

/** Only sections without subsections, with the same parent and name: another name is another subject. */
function mergesOf(document: MarkdownDocument, all: readonly MarkdownSection[]): readonly Merge[] {
  const partsOf = partsReader(document)
  const groups = new Map<string, MarkdownSection[]>()
  for (const section of all) {
    if (section.level === 0 || section.inside > 0) continue
    const name = `${section.parent} ${section.level} ${section.title}`
    addToList(groups, name, section)
  }
  return [...groups.values()]
    .filter(({ length }) => length > 1)
    .flatMap(group =>
      mergesInGroup(
        group.map(section => keptSection(section, partsOf(section))),
        document,
      ),
    )
    .sort((one, other) => one.section.first - other.section.first)
}

function keptSection(section: MarkdownSection, parts: readonly SectionPart[]): Kept {
  return {
    section,
    parts: [...parts],
    words: new Set(wordsOf([section.title, ...parts.map(({ text }) => text)].join('\n'))),
    behind: (parts.at(-1)?.end ?? section.body) - 1,
  }
}

/** How many of the newest sections with a word are candidates, and how many are compared. */
const reach = 4
const maxCompared = 4

function mergesInGroup(group: readonly Kept[], document: MarkdownDocument): readonly Merge[] {
  const owners = new Map<string, readonly number[]>()
  const merges: Merge[] = []
  for (const [at, one] of group.entries()) {
    const merge = candidates(one.words, owners)
      .values()
      .map(other => mergeInto(group[other] as Kept, one, document))
      .find(found => found !== undefined)
    if (merge !== undefined) merges.push(merge)
    else for (const word of one.words) owners.set(word, [...(owners.get(word) ?? []).slice(1 - reach), at])
  }
  return merges
}

/** The sections that share the most words, found in few lookups however many sections there are. */
function candidates(
  words: ReadonlySet<string>,
  owners: ReadonlyMap<string, readonly number[]>,
): readonly number[] {
  return [...countsOf([...words].flatMap(word => owners.get(word) ?? []))]
    .sort((one, other) => other[1] - one[1] || one[0] - other[0])
    .slice(0, maxCompared)
    .map(([owner]) => owner)
}

function mergeInto(into: Kept, one: Kept, document: MarkdownDocument): Merge | undefined {
  const similarity = jaccard(one.words, into.words)
  if (similarity <= minSimilarity) return undefined
  const unknown = unknownIn(one.parts, into.parts)
  if (unknown.some(({ kind }) => kind === 'other')) return undefined
  if (!isSameSubject(textsOf(unknownIn(into.parts, one.parts)), textsOf(unknown))) return undefined
  const extra: DocumentLine[] = []
  for (const part of unknown) {
    for (const line of addedLines(document, part, into.parts.at(-1)?.kind)) extra.push(line)
    into.parts.push(part)
  }
  for (const word of one.words) into.words.add(word)
  return { section: one.section, into, similarity, extra }
}

function textsOf(parts: readonly SectionPart[]): readonly string[] {
  return parts.map(({ text }) => text)
}

function unknownIn(parts: readonly SectionPart[], others: readonly SectionPart[]): readonly SectionPart[] {
  const known = new Set(others.map(({ text }) => text))
  return parts.filter(({ text }) => !known.has(text))
}

/** An item extends a list; any other part needs a blank line before it. */
function addedLines(
  { lines }: MarkdownDocument,
  { kind, first, end }: SectionPart,
  before: SectionPart['kind'] | undefined,
): readonly DocumentLine[] {
  const own = lines.slice(first, end)
  if (kind === 'item' && before === 'item') return own
  const number = own[0]?.number ?? 0
  return [{ text: '', lineBreak: own[0]?.lineBreak ?? '', number }, ...own]
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const each of one) if (other.has(each)) shared += 1
  return shared / Math.max(1, one.size + other.size - shared)
}

/** The parts of a section that can be merged: items of lists, and other blocks as a whole. */
interface SectionPart {
  readonly kind: 'item' | 'paragraph' | 'other'
  /** Its lines without trailing spaces. */
  readonly text: string
  readonly first: number
  /** The line after its last one. */
  readonly end: number
}

/** Returns a function that splits any section of the document into parts. */
function partsReader(document: MarkdownDocument): (section: MarkdownSection) => readonly SectionPart[] {
  const { nodes } = document
  const children = childrenByParent(nodes)
  const top = children.get(0) ?? []
  const firsts = top.map(at => (nodes[at] as MarkdownNode).firstLine)
  const part = (kind: SectionPart['kind'], { firstLine, lastLine }: MarkdownNode): SectionPart => ({
    kind,
    text: trimmedLines(document, firstLine, lastLine),
    first: firstLine,
    end: lastLine + 1,
  })
  return ({ body, end }) => {
    const parts: SectionPart[] = []
    for (
      let at = binarySearch(-1, top.length, place => (firsts[place] as number) >= body);
      at < top.length && (firsts[at] ?? end) < end;
      at += 1
    ) {
      const index = top[at] ?? 0
      const node = nodes[index] as MarkdownNode
      if (node.name === 'Paragraph')
        parts.push(part(document.isFrozen(node.firstLine) ? 'other' : 'paragraph', node))
      else if (node.name !== 'BulletList') parts.push(part('other', node))
      else
        for (const child of children.get(index) ?? []) {
          const item = nodes[child] as MarkdownNode
          parts.push(part(document.hasFrozen(item) ? 'other' : 'item', item))
        }
    }
    return parts
  }
}
