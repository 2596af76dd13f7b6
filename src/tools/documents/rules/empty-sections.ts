/** Removes headings that are followed by nothing. */
import { speaksOfConstraint } from '../../../scan/signals/weighty-signals.ts'
import { wordSet } from '../../../scan/vocabulary/word-set.ts'
import { isBlankText } from './document-lines.ts'
import type { MarkdownDocument } from './markdown-document.ts'
import type { Rule } from './rule.ts'
import { type MarkdownSection, sections } from './sections.ts'
import { withoutLines } from './without-lines.ts'

/** The title of the text stays; only lower levels may be removed. */
const minLevel = 2

export const emptySections: Rule = {
  name: 'empty-sections',
  apply(document) {
    const all = sections(document)
    const isEmpty = emptiness(document, all)
    const filled = new Set(all.filter((_, at) => !isEmpty[at]).map(({ title }) => title))
    const targets = linkTargets(document)
    const goes = (section: MarkdownSection): boolean =>
      section.level >= minLevel &&
      !targets.has(slugOf(section.title)) &&
      (filled.has(section.title) || isName(section.title))
    const gone = removable(all, isEmpty, goes)
    const lines = withoutLines(document, new Set(gone.flatMap(({ first, body }) => range(first, body))))
    // If a text consists only of headings, they are its content.
    if (gone.length === 0 || lines.every(({ text }) => isBlankText(text))) return undefined
    return {
      lines,
      changes: gone.map(({ first, title }) => ({
        rule: 'empty-sections',
        line: document.lines[first]?.number ?? 0,
        before: document.lines[first]?.text ?? '',
        after: '',
        reason: filled.has(title) ? 'nothing below it; another section has this name' : 'nothing below it',
      })),
    }
  },
}

/** Whether neither the section nor a nested one has any lines. */
function emptiness(document: MarkdownDocument, all: readonly MarkdownSection[]): readonly boolean[] {
  const empty = all.map(({ body, end }) => range(body, end).every(at => document.isBlank(at)))
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const parent = all[at]?.parent ?? -1
    if (parent >= 0 && !empty[at]) empty[parent] = false
  }
  return empty
}

/** A section is removed only together with all nested ones. */
function removable(
  all: readonly MarkdownSection[],
  isEmpty: readonly boolean[],
  goes: (section: MarkdownSection) => boolean,
): readonly MarkdownSection[] {
  const may = all.map((section, at) => isEmpty[at] === true && goes(section))
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const parent = all[at]?.parent ?? -1
    if (parent >= 0 && !may[at]) may[parent] = false
  }
  return all.filter((_, at) => may[at])
}

/** `[below](#notes)` points to the heading Notes. */
function linkTargets({ nodes, text }: MarkdownDocument): ReadonlySet<string> {
  const targets = new Set<string>()
  for (const { name, from, to } of nodes)
    if (name === 'URL' && text.charAt(from) === '#') targets.add(text.slice(from + 1, to).toLowerCase())
  return targets
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

function plain(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .trim()
}

/**
 * `Empty` and `Remote Machines` only announce what is below them; `Use tabs`, `Never Force-Push` and `Port 80` are statements.
 */
function isName(title: string): boolean {
  if (placeholderTitles.has(plain(title))) return true
  if (!latinLetters.test(title) || speaksOfConstraint(title)) return false
  const [first = '', ...others] = title.split(/\s+/)
  return !commands.has(first.toLowerCase()) && others.every(word => joiners.has(word) || /^[A-Z&]/.test(word))
}

/** Only words: no number, code, path or final mark. */
const latinLetters = /^[A-Za-z][A-Za-z &'’-]{0,60}$/

const joiners: ReadonlySet<string> = wordSet('a an and for in of on or the to with')

/** A heading that begins with such a word is an instruction. */
const commands: ReadonlySet<string> =
  wordSet(`add ask avoid be call check commit do dont fix follow keep make no not only prefer put read remove
  review run skip stop test try use verify write`)

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, at) => from + at)
}

/** Titles without a statement of their own: with nothing below them they can be removed. */
const placeholderTitles: ReadonlySet<string> = new Set(
  `additional information, additional notes, appendix, background, comments, conclusion, description,
  details, example, examples, faq, further reading, general, ideas, introduction, links, misc,
  miscellaneous, more, next steps, note, notes, open questions, other, overview, placeholder,
  questions, references, resources, see also, summary, tbd, to do, todo, todos, untitled, usage, 其他,
  参考, 备注, 待办, 总结, 概述, 注意, 笔记, 简介, 说明, 附录, その他, まとめ, メモ, 付録, 備考, 参考資料, 概要, 注記`.split(
    /,\s+/,
  ),
)
