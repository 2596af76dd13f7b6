/** Kinds that are a matter of structure rather than of single lines: JSON, tables, encoded data. */

const jsonLine =
  /^\s*(?:[{}[\]],?|"(?:[^"\\]|\\.){0,200}": ?.*|"(?:[^"\\]|\\.){0,250}",?|[\]}],? ?[\]}]*,?|-?\d[\d.eE+-]*,|(?:true|false|null),?|\{".*|\[(?:\{|"|\d|\[).*)$/

/** Small enough to parse outright. */
const parseable = 50_000

/** Whole JSON, JSON lines, or a part of a JSON document. */
export function isJson(text: string, lines: readonly string[]): boolean {
  const start = /\S/.exec(text.slice(0, 1000))?.[0]
  if ((start === '{' || start === '[') && text.length <= parseable && parses(text)) return true
  const whole = lines.filter(line => /^\s*[{[]["{[\]}\d]/.test(line) || /^\s*[{[]$/.test(line)).length
  const like = lines.filter(line => jsonLine.test(line)).length
  if (lines.length < 3) return start === '{' && whole === lines.length && /^\s*\{\s*"/.test(text)
  return whole > 0 ? like / lines.length >= 0.8 : like / lines.length >= 0.9
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Base64, hex dumps, minified bundles, bytes that are no text: lines that nobody reads. */
export function isEncoded(lines: readonly string[]): boolean {
  const all = lines.join('')
  const strange = all.match(/[\u0000-\u0008\u000e-\u001a\ufffd]/g)?.length ?? 0
  if (strange / all.length > 0.05) return true
  const dense = lines.filter(line => isDense(line)).reduce((sum, { length }) => sum + length, 0)
  return dense / all.length > 0.6
}

const hexDump = /^[0-9a-f]{6,16}:?\s+(?:[0-9a-f]{2,8}\s+){4}/i

/** Long and without breaks, or mostly digits and letters in one piece of 60 and more. */
function isDense(line: string): boolean {
  if (hexDump.test(line)) return true
  if (line.length < 60) return false
  const spaces = line.match(/\s/g)?.length ?? 0
  if (/^[A-Za-z0-9+/=_-]{60,}$/.test(line.trim()))
    return !/^(?:[-=_]{10,}|[\w-]*[-_/][\w-]*[-_/].*)$/.test(line.trim())
  return line.length >= 300 && spaces / line.length < 0.03 && (line.match(/[;,{}()]/g)?.length ?? 0) > 20
}

/** Rows of cells: markdown, tabs, commas, or columns lined up under a heading. */
export function isTable(lines: readonly string[]): boolean {
  if (lines.length < 3) return false
  return (
    share(lines, line => (line.match(/\|/g)?.length ?? 0) >= 2) >= 0.7 ||
    sameCount(lines, /\t/g, 1) ||
    sameCount(lines, /,/g, 2) ||
    isAligned(lines)
  )
}

function share(lines: readonly string[], holds: (line: string) => boolean): number {
  return lines.filter(holds).length / lines.length
}

/** Nearly all lines have the same number of separators. */
function sameCount(lines: readonly string[], separator: RegExp, least: number): boolean {
  const counts = lines.map(line => (/[.!?]$|[;{}]\s*$/.test(line) ? 0 : (line.match(separator)?.length ?? 0)))
  const usual = [...counts].sort((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0
  return usual >= least && counts.filter(count => count === usual).length / counts.length >= 0.8
}

/** `NAME   READY   STATUS` above rows with gaps. */
function isAligned(lines: readonly string[]): boolean {
  const [head = ''] = lines
  const isHeading = /^\s*[A-Z%][A-Z%()_/-]*(?:\s{1,40}[A-Z%][A-Z%()_/-]*){2,}\s*$/.test(head)
  return isHeading && share(lines, line => /\S\s{2,}\S/.test(line)) >= 0.7
}
