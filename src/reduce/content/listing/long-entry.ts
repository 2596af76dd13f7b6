/** One line of `ls -l`: type, size, date and name. */

interface LongEntry {
  readonly isFolder: boolean
  readonly size: number
  readonly date: string
  readonly name: string
}

/** `drwxr-xr-x@ 36 soph  staff  1152 Feb 14 16:39 name`, or with an ISO date. */
const entry =
  /^([-dlcbpsD])[rwxsStT-]{9}[@+.]? +\d+ +\S+ +(?:\S+ +)?(\d+(?:[.,]\d+)?[KMGTP]?|\d+, +\d+) +([A-Z][a-z]{2} +\d{1,2} +(?:\d{1,2}:\d\d(?::\d\d)?|\d{4})|\d{1,2} [A-Z][a-z]{2} +(?:\d{1,2}:\d\d|\d{4})|\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: [+-]\d{4})?)?|\d\d-\d\d \d\d:\d\d) (.+)$/

/** `drwxr-xr-x`: most lines fail this test. */
function beginsWithMode(line: string): boolean {
  if (!'-dlcbpsD'.includes(line.charAt(0))) return false
  for (let at = 1; at < 10; at += 1) if (!'rwxsStT-'.includes(line.charAt(at) || ' ')) return false
  return true
}

export function longEntry(line: string): LongEntry | undefined {
  if (line.length > 600 || !beginsWithMode(line)) return undefined
  const found = entry.exec(line)
  if (found === null) return undefined
  const [, mark, size = '0', date = '', name = ''] = found
  return { isFolder: mark === 'd', size: Number(size), date: date.replace(/ +/g, ' '), name }
}

/** The part that a reader needs: the rest is the same in most lines. */
export function shortEntry({ isFolder, size, date, name }: LongEntry, line: string): string {
  const isProgram = !isFolder && line.charAt(3) === 'x'
  const length = isFolder || Number.isNaN(size) ? '' : ` ${size}`
  return `${name}${isFolder && !name.endsWith('/') ? '/' : isProgram && !name.endsWith('*') ? '*' : ''}${length} ${date}`
}
