/** Reads a change as a stranger would: with the text it names, and nothing else. */
import { shownLines } from '../../../src/reduce/change.ts'

const head = /^\[Same as (?:lines (\d+)-(\d+) of )?(.+) above, (?:unchanged|but for the changes below)[,\]]/
const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/

/** The name of the text that it refers to. */
export function referredName(shown: string): string | undefined {
  return head.exec(shown)?.[3]
}

/** The lines that it represents, without their numbers. */
export function linesOf(shown: string, base: string): readonly string[] {
  const [first = '', ...rest] = shown.split('\n')
  const found = head.exec(first)
  if (found === null) throw new Error(`not a change: ${first}`)
  const { lines, first: firstNumber } = shownLines(base)
  const from = found[1] === undefined ? 0 : Number(found[1]) - firstNumber
  const end = found[2] === undefined ? lines.length : Number(found[2]) - firstNumber + 1
  const read: string[] = []
  let at = from
  for (let index = 0; index < rest.length; ) {
    const range = hunk.exec(rest[index] as string)
    if (range === null) throw new Error(`not a hunk: ${rest[index]}`)
    const gone = Number(range[2] ?? 1)
    const came = Number(range[4] ?? 1)
    const start = Number(range[1]) - firstNumber + (gone === 0 ? 1 : 0)
    read.push(...lines.slice(at, start))
    const taken = rest.slice(index + 1, index + 1 + gone)
    if (
      taken.join('\n') !==
      lines
        .slice(start, start + gone)
        .map(line => `-${line}`)
        .join('\n')
    )
      throw new Error(`says that other lines went than stood there: ${taken[0]}`)
    read.push(...rest.slice(index + 1 + gone, index + 1 + gone + came).map(line => line.slice(1)))
    at = start + gone
    index += 1 + gone + came
  }
  return [...read, ...lines.slice(at, end)]
}
