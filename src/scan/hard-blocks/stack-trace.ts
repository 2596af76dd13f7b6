/** Stack traces as Python, JavaScript, Java, C#, Go, Rust, Ruby, PHP and debuggers print them. */
import { isBlank, type Line } from '../lines.ts'
import type { HardBlock } from './hard-block.ts'

/** One call that was under way. Repetitions are bounded, and all are anchored at the line's beginning. */
const frame = new RegExp(
  [
    String.raw`\s{1,20}at (?:async |new )?[\w$<[/.]`,
    String.raw`\s{0,8}File "[^"]{1,300}", line \d`,
    String.raw`\s{1,20}\.\.\. \d+ (?:more|frames)`,
    String.raw`\s{0,8}from \S{1,300}:\d+:in `,
    String.raw`/\S{1,300}\.rb:\d+:in `,
    String.raw`\t/\S{1,300}\.go:\d+`,
    String.raw`goroutine \d+ \[`,
    String.raw`\s{0,4}#\d+ {1,4}(?:0x[0-9a-f]{4}|\S{1,300}\.php\(\d|[\w:]{1,200} \([^)]{0,200}\) at |\{main\})`,
    String.raw`E {3,20}\S`,
  ]
    .map(source => `(?:^${source})`)
    .join('|'),
)

const head =
  /^(?:Traceback \(most recent|Caused by: |panic: |thread '|Exception in thread |Unhandled |Uncaught |fatal error: |[\w$.]{0,120}(?:Error|Exception)(?!\w))/

/** What frames begin with, with and without indentation. */
const indentedStarts = 'aFf.#/'
const plainStarts = '#gE/'

const isFrame = (line: Line | undefined): boolean => {
  if (line === undefined || isBlank(line)) return false
  const { text, first } = line
  const start = text.charAt(first)
  if (!(first === 0 ? plainStarts : indentedStarts).includes(start)) return false
  // Only frames of Ruby and Go begin with a path, and listings are full of other paths.
  if (start === '/' && !text.includes('.rb:') && !text.includes('.go:')) return false
  return frame.test(text)
}
const isHead = (line: Line): boolean => head.test(line.text)

export const stackTrace: HardBlock = {
  kind: 'stack-trace',
  protects: 'error_traceback',
  mayBegin(line, next) {
    return isFrame(line) || (line.first === 0 && isFrame(next))
  },
  extent(lines, first) {
    let frames = 0
    let heads = 0
    let last = first
    for (let at = first; at < lines.length; at += 1) {
      const line = lines[at] as Line
      if (isFrame(line)) frames += 1
      else if (isHead(line)) heads += 1
      else if (!isSource(line, frames) && !isFrame(lines[at + 1])) break
      if (!isBlank(line)) last = at
    }
    return { end: last + 1, holds: frames >= 2 || (frames > 0 && heads > 0) }
  },
}

/** Python prints the line of code under each frame, indented further. */
function isSource(line: Line, frames: number): boolean {
  return frames > 0 && line.first >= 4 && !isBlank(line)
}
