/** Code without a fence: a file that a tool read out, with or without line numbers. */
import { isCodeLine, isContinuation } from '../code-line.ts'
import { isBlank, type Line } from '../lines.ts'
import type { HardBlock } from './hard-block.ts'

/** Lines of code that make a listing; in shorter stretches they are an aside. */
const minLines = 4

/** One line as long as several counts as several: minified code is code. */
const lineLength = 120

/** Lines in a row that look like no code and yet do not end a listing: a long string, a comment. */
const maxPlain = 2
const maxIndented = 20

export const code: HardBlock = {
  kind: 'code',
  protects: 'high_special_char_ratio',
  mayBegin(line) {
    return isCodeLine(line)
  },
  extent(lines, first) {
    let codeLines = 0
    let plainLines = 0
    let last = first
    let plain = 0
    let indented = 0
    for (let at = first; at < lines.length && plain <= maxPlain && indented <= maxIndented; at += 1) {
      const line = lines[at] as Line
      if (isBlank(line)) continue
      if (isCodeLine(line)) {
        codeLines += 1 + Math.floor(line.text.length / lineLength)
        plainLines += plain + indented
        plain = 0
        indented = 0
        last = at
      } else if (isContinuation(line)) indented += 1
      else plain += 1
    }
    return { end: last + 1, holds: codeLines >= minLines && codeLines >= plainLines }
  },
}
