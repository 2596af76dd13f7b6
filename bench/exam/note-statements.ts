/** What a strong model noted of a session after reading all of it: each statement, with the blocks that it comes from. */

export interface NoteStatement {
  readonly text: string
  /** Numbers of blocks, from 1. */
  readonly blocks: readonly number[]
}

/** `[#63]`, `[#190, #195-#197]` */
const source = /\[#\d[^\]\n]{0,200}\]/g
const range = /(\d{1,6})(?:\s?[-–]\s?#?(\d{1,6}))?/g
/** A statement of fewer words says nothing that could be looked for. */
const minWords = 3

/** One a line; a line with several sources is a statement up to each of them. */
export function noteStatements(note: string): readonly NoteStatement[] {
  const statements: NoteStatement[] = []
  for (const line of note.split('\n')) {
    if (/^\s{0,3}#{1,6} /.test(line)) continue
    let start = 0
    for (const found of line.matchAll(source)) {
      const text = line.slice(start, found.index)
      start = found.index + found[0].length
      if (noteWords(text).size >= minWords) statements.push({ text: text.trim(), blocks: blocksIn(found[0]) })
    }
  }
  return statements
}

function blocksIn(text: string): readonly number[] {
  return [...text.matchAll(range)].flatMap(([, first, last = first]) => {
    const from = Number(first)
    return Array.from({ length: Math.max(1, Number(last) - from + 1) }, (_, at) => from + at)
  })
}

/** Longer words, names and numbers, without endings: what a statement and a view have in common. */
export function noteWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[a-z0-9_][a-z0-9_.:/-]*[a-z0-9_]|[0-9]+/g) ?? []
  return new Set(
    words
      .flatMap(word => [word, ...word.split(/[./:_-]/)])
      .filter(word => (word.length >= 4 || /\d/.test(word)) && !common.has(word))
      .map(word => (word.length > 5 ? word.replace(/(?:ing|ed|es|s|ly)$/, '') : word)),
  )
}

const common = new Set(
  'that this with from have been were they them their then than when what which where after before only also into more most other some such each same both because while there here would could should does done will must just very over under about between through during without within against being made make using used uses'.split(
    ' ',
  ),
)
