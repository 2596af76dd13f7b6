/** Code that Markdown marks by nothing but four columns of indentation. */
import { isCodeLine } from '../code-line.ts'
import { indentOf, isBlank, type Line, runEnd } from '../lines.ts'
import type { HardBlock } from './hard-block.ts'

const codeIndent = 4

export const indentedCode: HardBlock = {
  kind: 'indented-code',
  protects: 'indented_code',
  mayBegin({ text, first }) {
    return first > 0 && indentOf(text) >= codeIndent
  },
  extent(lines, first) {
    let last = first
    let count = 0
    let code = 0
    runEnd(lines, first, (line, at) => {
      if (isBlank(line)) return at === last + 1
      if (indentOf(line.text) < codeIndent) return false
      last = at
      count += 1
      if (isCodeLine(line)) code += 1
      return true
    })
    return { end: last + 1, holds: isEnough(count, code) && startsApart(lines[first - 1]) }
  },
}

/** Two lines that a letter or a list happens to indent are no code; neither is the message of a commit. */
function isEnough(count: number, code: number): boolean {
  return count === 2 ? code === 2 : count > 2 && code * 2 >= count
}

function startsApart(before: Line | undefined): boolean {
  return before === undefined || isBlank(before) || /[:{]\s{0,8}$/.test(before.text)
}
