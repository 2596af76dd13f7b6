/** Bars and columns for a terminal. */
import { stripVTControlCharacters } from 'node:util'

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

export function bar(share: number, width: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width * 8)
  return '█'.repeat(filled >> 3) + (eighths[filled & 7] ?? '')
}

export type Cell = string | { readonly right: string }

/** The width if that of the output is unknown. */
const usualWidth = 80
const minWidth = 40

/** Columns of the terminal; `undefined` for a file or a pipe, unless `COLUMNS` is set. */
export function terminalWidth(): number | undefined {
  const given = Number(process.env['COLUMNS'])
  const known =
    process.stdout.columns ?? process.stderr.columns ?? (given > 0 ? Math.floor(given) : undefined)
  return known === undefined ? undefined : Math.max(minWidth, known)
}

/** Spaces between two columns; one if the table fits only so. */
const gaps = [2, 1] as const
/** A longer word may be cut in the middle if the table cannot fit otherwise. */
const maxWord = 20

/**
 * Columns are as wide as their widest cell; `{ right }` aligns right. In a table that is too wide, cells are broken between
 * words into several lines; if that is not enough, its columns are shown in parts, each with the first column.
 */
export function textTable(
  rows: readonly (readonly Cell[])[],
  indent = '  ',
  room: number = terminalWidth() ?? usualWidth,
): string {
  const columns = Math.max(0, ...rows.map(row => row.length))
  const maxWidth = room - indent.length
  const tried = gaps.map(gap => ({ gap, ...widthsWithin(rows, columns, maxWidth, gap) }))
  const { widths, gap } = tried.find(({ isWhole }) => isWhole) ?? (tried[0] as (typeof tried)[number])
  const parts = partsOf(widths, maxWidth, gap)
  if (parts.length === 1) return rows.map(row => rowText(row, { widths, gap, indent })).join('')
  // Each part may use the full width.
  return parts
    .map(part => rows.map(row => part.map(column => row[column] ?? '')))
    .map(own => ({ own, widths: widthsWithin(own, own[0]?.length ?? 0, maxWidth, gap).widths }))
    .map(({ own, widths }) => own.map(row => rowText(row, { widths, gap, indent })).join(''))
    .join('\n')
}

interface Shape {
  readonly widths: readonly number[]
  readonly gap: number
  readonly indent: string
}

function textOf(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell.right : (cell ?? '')
}

/** Text columns shrink before number columns, the widest first. */
function widthsWithin(
  rows: readonly (readonly Cell[])[],
  columns: number,
  room: number,
  gap: number,
): { readonly widths: readonly number[]; readonly isWhole: boolean } {
  const indices = Array.from({ length: columns }, (_, column) => column)
  const maxOf = (of: (text: string) => number): number[] =>
    indices.map(column => Math.max(0, ...rows.map(row => of(textOf(row[column])))))
  const widths = maxOf(width)
  // `17 %` is one word.
  const words = maxOf(text => Math.max(0, ...text.split(/ (?!%)/).map(width)))
  const isText = (column: number): boolean =>
    rows.some(row => typeof row[column] === 'string' && row[column] !== '')
  const minColumnWidth = (column: number): number => Math.min(words[column] as number, maxWord)
  let excess = totalOf(widths, gap) - room
  const shrink = (some: readonly number[], end: (column: number) => number): void => {
    for (; excess > 0; excess -= 1) {
      const widest = some.reduce<number | undefined>((best, column) => {
        const own = widths[column] as number
        return own > end(column) && own > (best === undefined ? 0 : (widths[best] as number)) ? column : best
      }, undefined)
      if (widest === undefined) return
      widths[widest] = (widths[widest] as number) - 1
    }
  }
  const [texts, numbers] = [indices.filter(isText), indices.filter(column => !isText(column))]
  shrink(texts, column => words[column] as number)
  shrink(numbers, column => words[column] as number)
  const isWhole = excess <= 0
  shrink(texts, minColumnWidth)
  return { widths, isWhole }
}

function totalOf(widths: readonly number[], gap: number): number {
  return widths.reduce((sum, own) => sum + own, Math.max(0, widths.length - 1) * gap)
}

function partsOf(widths: readonly number[], room: number, gap: number): readonly (readonly number[])[] {
  const parts: number[][] = []
  for (const column of widths.keys()) {
    const part = parts.at(-1)
    const isFitting =
      part !== undefined &&
      totalOf(
        [...part, column].map(each => widths[each] as number),
        gap,
      ) <= room
    if (isFitting || (part !== undefined && part.length === 1)) part.push(column)
    else parts.push(column === 0 ? [0] : [0, column])
  }
  return parts
}

function rowText(row: readonly Cell[], { widths, gap, indent }: Shape): string {
  const cells = widths.map((own, column) => linesWithin(textOf(row[column]), own))
  const height = Math.max(1, ...cells.map(lines => lines.length))
  const lines = Array.from({ length: height }, (_, line) =>
    widths
      .map((own, column) => {
        const text = cells[column]?.[line] ?? ''
        const padding = ' '.repeat(Math.max(0, own - width(text)))
        return typeof row[column] === 'object' ? padding + text : text + padding
      })
      .join(' '.repeat(gap))
      .trimEnd(),
  )
  return lines.map(line => `${indent}${line}\n`).join('')
}

/** Breaks between words, and cuts a word that is longer than a line. */
function linesWithin(text: string, room: number): readonly string[] {
  if (width(text) <= room) return [text]
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const short = width(word) > room ? cutInMiddle(word, room) : word
    const line = lines.at(-1)
    if (line !== undefined && width(line) + 1 + width(short) <= room)
      lines[lines.length - 1] = `${line} ${short}`
    else lines.push(short)
  }
  return lines
}

function cutInMiddle(word: string, room: number): string {
  const characters = Array.from(word)
  let [start, end] = [Math.ceil((room - 1) / 2), Math.floor((room - 1) / 2)]
  const shown = (): string =>
    `${characters.slice(0, start).join('')}…${end === 0 ? '' : characters.slice(-end).join('')}`
  for (; width(shown()) > room && start + end > 0; ) {
    if (start >= end) start -= 1
    else end -= 1
  }
  return shown()
}

/** Breaks long lines between words on a terminal; output to a file or a pipe keeps its lines. */
export function fitted(text: string, room: number | undefined = terminalWidth(), hanging = '  '): string {
  if (room === undefined) return text
  return text
    .split('\n')
    .map(line => (width(line) <= room ? line : brokenLine(line, room, hanging)))
    .join('\n')
}

function brokenLine(line: string, room: number, more: string): string {
  const [blank = ''] = /^ */.exec(line) ?? []
  const hanging = blank + more
  const lines: string[] = []
  let last = blank
  for (const word of line.slice(blank.length).split(' ')) {
    const isFirst = last.trim() === ''
    if (!isFirst && width(last) + 1 + width(word) > room) {
      lines.push(last)
      last = hanging + word
    } else last = isFirst ? last + word : `${last} ${word}`
  }
  return [...lines, last].join('\n')
}

/** Columns that a text takes on a terminal: East Asian characters and emoji are wide. */
function width(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let columns = 0
  for (const character of stripVTControlCharacters(text))
    columns +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1
  return columns
}

/** One line of a text, made safe for a terminal: no control characters, at most `maxLength` characters. */
export function terminalLine(text: string, maxLength: number): string {
  const line = text
    .slice(0, maxLength * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
}
