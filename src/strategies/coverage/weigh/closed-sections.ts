/** Finished sections of a plan: their task is settled, or the files that they name were changed since. */
import { contentWords } from '../../../scan/content-words.ts'
import { entities } from '../../../scan/entities.ts'
import { countsOf } from '../../../tokens/counts-of.ts'
import type { TaskTitles } from '../head/task-titles.ts'
import { headingLevels, sectionsWhere, withoutLabel } from './other-sections.ts'

/** `**Modify:** src/a.ts`, `- Create: src/b.ts` */
const labelled = /^[\s*_-]{0,8}[^\s:`*][^:`\n]{0,30}:/
/** Of this many lines below a heading, some may name its files. */
const firstLines = 4
/** A heading and a title belong to the same task if they share this fraction of the words of the shorter one, */
const minShared = 0.6
/** and at least this many words. */
const minWords = 2

/** The words of each title. */
interface TaskWords {
  readonly open: readonly ReadonlySet<string>[]
  readonly settled: readonly ReadonlySet<string>[]
}

export function taskWords({ open, settled }: TaskTitles): TaskWords {
  return { open: open.map(wordsOf), settled: settled.map(wordsOf) }
}

/**
 * 1 for each line of such a section. `changesOf`: how often a file was changed since; 0 while it is the one that was changed
 * last.
 */
export function closedSections(
  lines: readonly string[],
  { open, settled }: TaskWords,
  changesOf: (path: string) => number,
): Uint8Array {
  const levels = headingLevels(lines)
  if (!levels.some(level => level > 0)) return new Uint8Array(lines.length)
  const title = titleIn(levels)
  const filesAt = levels.map((level, at) => (level === 0 || at === title ? [] : filesOf(at)))
  const named = countsOf(filesAt.flat())
  return sectionsWhere(levels, at => at !== title && isClosed(at))

  function isClosed(at: number): boolean {
    const words = wordsOf(lines[at] as string)
    const ofOpen = likeness(words, open)
    const ofSettled = likeness(words, settled)
    if (Math.max(ofOpen, ofSettled) >= minShared) return ofSettled > ofOpen
    const files = filesAt[at] as readonly string[]
    // A file that several sections name must have been changed as often.
    return files.length > 0 && files.every(path => changesOf(path) >= (named.get(path) as number))
  }

  /** Files in a heading, and in labelled lines below it. */
  function filesOf(at: number): readonly string[] {
    let end = at + 1
    while (end <= at + firstLines && end < lines.length && levels[end] === 0) end += 1
    const below = lines.slice(at + 1, end).filter(line => labelled.test(line))
    const paths = [lines[at] as string, ...below]
      .flatMap(entities)
      .flatMap(({ kind, text }) => (kind === 'path' || kind === 'file' ? [text] : []))
    return [...new Set(paths)]
  }
}

/** The only heading of the top level; -1 if there is none. */
function titleIn(levels: readonly number[]): number {
  const top = levels.reduce(
    (least, level) => (level > 0 && (least === 0 || level < least) ? level : least),
    0,
  )
  const first = levels.indexOf(top)
  return top > 0 && levels.lastIndexOf(top) === first ? first : -1
}

/** The similarity to the most similar of these titles, from 0 to 1. */
function likeness(words: ReadonlySet<string>, titles: readonly ReadonlySet<string>[]): number {
  let most = 0
  for (const title of titles) {
    let shared = 0
    for (const word of words) if (title.has(word)) shared += 1
    if (shared >= minWords) most = Math.max(most, shared / Math.min(words.size, title.size))
  }
  return most
}

/** Without numbers, such as that of the section; `handlers` and `handler` are the same word. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = [...contentWords(withoutLabel(text))].filter(word => !/^\d/.test(word))
  return new Set(words.map(word => word.replace(/s$/, '')))
}
