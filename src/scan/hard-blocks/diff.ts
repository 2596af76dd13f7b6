/** Changes as a diff or a patch shows them. */
import type { Line } from '../lines.ts'
import type { HardBlock } from './hard-block.ts'

const heading =
  /^(?:diff --git |diff -|Index: |index [0-9a-f]{4}|={20}|--- |\+\+\+ |(?:old|new|deleted file|new file) mode |similarity index |rename (?:from|to) |copy (?:from|to) |Binary files )/
const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/

export const diff: HardBlock = {
  kind: 'diff',
  protects: 'diff',
  /** `diff`, `Index:`, `--- a/file`, `@@`. */
  starts: 'dI-@',
  mayBegin({ text, first }) {
    return first === 0 && (heading.test(text) || hunk.test(text))
  },
  extent(lines, first) {
    let at = first
    let hunks = 0
    for (;;) {
      const text = lines[at]?.text ?? ''
      if (hunk.test(text)) {
        hunks += 1
        at = hunkEnd(lines, at)
      } else if (heading.test(text)) at += 1
      else break
    }
    const isHeaded = lines[first]?.text.startsWith('diff --git ') === true
    return { end: at, holds: hunks > 0 || isHeaded }
  },
}

/** A hunk says how many lines it has; one that was cut short ends where its lines end. */
function hunkEnd(lines: readonly Line[], header: number): number {
  const [, before = '1', after = '1'] = hunk.exec(lines[header]?.text ?? '') ?? []
  let [removed, added] = [Number(before), Number(after)]
  let at = header + 1
  for (; removed > 0 || added > 0; at += 1) {
    const line = lines[at]
    if (line === undefined) break
    const mark = line.text.charAt(0)
    if (mark === '-') removed -= 1
    else if (mark === '+') added -= 1
    else if (mark === ' ' || mark === '') {
      removed -= 1
      added -= 1
    } else if (mark !== '\\') break
  }
  return lines[at]?.text.startsWith('\\ No newline') === true ? at + 1 : at
}
