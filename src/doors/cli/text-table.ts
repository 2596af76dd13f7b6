/** Numbers, bars and columns for a terminal. */

/** With commas between thousands. `toLocaleString` would first load the tables of all languages. */
export function formatNumber(value: number): string {
  const rounded = Math.round(value)
  const digits = String(Math.abs(rounded))
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return (rounded < 0 ? '-' : '') + groups.join(',')
}

export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(part / whole < 0.1 ? 1 : 0)} %`
}

/** `count(1, 'message')` is `1 message`, `count(3, 'message')` is `3 messages`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

const byteUnits = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** `1,234,567` is `1.2 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  for (; value >= 1000 && unit < byteUnits.length - 1; unit += 1) value /= 1000
  return `${unit === 0 ? formatNumber(value) : value.toFixed(1)} ${byteUnits[unit]}`
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

export function bar(share: number, width: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width * 8)
  return '█'.repeat(filled >> 3) + (eighths[filled & 7] ?? '')
}

export type Cell = string | { readonly right: string }

/** Columns as wide as their widest cell; `{ right }` aligns right. */
export function table(rows: readonly (readonly Cell[])[], indent = '  '): string {
  const textOf = (cell: Cell | undefined): string => (typeof cell === 'object' ? cell.right : (cell ?? ''))
  const widths: number[] = []
  for (const row of rows)
    for (const [column, cell] of row.entries())
      widths[column] = Math.max(widths[column] ?? 0, width(textOf(cell)))
  const lines = rows.map(row =>
    row
      .map((cell, column) => {
        const text = textOf(cell)
        const padding = ' '.repeat((widths[column] ?? 0) - width(text))
        return typeof cell === 'object' ? padding + text : text + padding
      })
      .join('  ')
      .trimEnd(),
  )
  return lines.map(line => `${indent}${line}\n`).join('')
}

/** Columns that a text takes on a terminal: wide for East Asian characters and emoji. */
function width(text: string): number {
  let columns = 0
  for (const character of text)
    columns +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1
  return columns
}

/** One line of a text, made safe for a terminal: no control characters, at most `longest` characters. */
export function oneLine(text: string, longest: number): string {
  const line = text
    .slice(0, longest * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
}
