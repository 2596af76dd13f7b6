/** The step for consecutive repetitions of lines and blocks of lines: written once, with the number of repetitions. */
import type { TokenCounter } from '../../types.ts'
import type { Layer } from './codec.ts'
import { corruptEncoding } from './codec.ts'
import { markedLayer } from './marked-layer.ts'
import { TextParts } from './text-parts.ts'

/** Maximum number of lines of a repeated block. */
const maxBlockLength = 32

export const repeatedLines: Layer = markedLayer({
  name: 'lines',
  marks: '^~',
  noteOf: mark => `${mark}n m = the n lines above m more times`,
  note: /^(.)n m = the n lines above m more times$/u,
  encode: (text, mark, counter) => {
    const lines = text.split('\n')
    const body = folded(lines, mark, counter)
    return body.length === lines.length ? text : body.join('\n')
  },
  decode: (body, mark) => unfolded(body.split('\n'), mark),
})

function folded(lines: readonly string[], mark: string, counter: TokenCounter): readonly string[] {
  const { sizes, repeated } = repetitions(lines)
  const kept: string[] = []
  for (let at = 0; at < lines.length; ) {
    const size = sizes[at] as number
    const end = at + size + (repeated[at] as number)
    const marked = `${mark}${size} ${(repeated[at] as number) / size}`
    const isWorth =
      end > at + size &&
      counter.count(`${lines.slice(at + size, end).join('\n')}\n`) > counter.count(`${marked}\n`)
    for (let line = at; line < at + (isWorth ? size : 1); line += 1) kept.push(lines[line] as string)
    if (isWorth) kept.push(marked)
    at = isWorth ? end : at + 1
  }
  return kept
}

/**
 * For each line, the block that begins there and covers most lines by repetition, the smallest of equals; and how many lines.
 */
function repetitions(lines: readonly string[]): {
  readonly sizes: Uint8Array
  readonly repeated: Int32Array
} {
  const names = new Map<string, number>()
  const named = Int32Array.from(lines, line => {
    const name = names.get(line) ?? names.size
    names.set(line, name)
    return name
  })
  const sizes = new Uint8Array(lines.length).fill(1)
  const repeated = new Int32Array(lines.length)
  for (let size = 1; size <= maxBlockLength; size += 1) {
    // The number of lines from here on that equal those one block further.
    let same = 0
    for (let at = lines.length - size - 1; at >= 0; at -= 1) {
      same = named[at] === named[at + size] ? same + 1 : 0
      const covered = same - (same % size)
      if (covered <= (repeated[at] as number)) continue
      repeated[at] = covered
      sizes[at] = size
    }
  }
  return { sizes, repeated }
}

function unfolded(lines: readonly string[], mark: string): string {
  const all = new TextParts()
  for (const line of lines) {
    if (!line.includes(mark)) {
      all.add(line)
      continue
    }
    const [, size = 0, times = 0] = (repetition.exec(line.slice(mark.length)) ?? []).map(Number)
    const block = all.last(size)
    if (!line.startsWith(mark) || size === 0 || block.length < size)
      throw corruptEncoding(`${JSON.stringify(line)} repeats nothing`)
    for (let time = 0; time < times; time += 1) for (const repeated of block) all.add(repeated)
  }
  return all.join('\n')
}

const repetition = /^([1-9]\d?) ([1-9]\d{0,8})$/
