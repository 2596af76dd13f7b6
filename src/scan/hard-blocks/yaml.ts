/** Settings as YAML writes them: keys, values and nesting. */
import { isBlank, type Line, runEnd } from '../lines.ts'
import { type HardBlock, smallLetters } from './hard-block.ts'

/** `name:`, `  image: nginx:1.25`, `- name: web`; a key is one word in lower case, as settings are. */
const keyLine = /^\s{0,40}(?:- )?["']?[a-z_$/][\w.$/-]{0,80}["']?:(?: |$)/
const other = /^\s{0,40}(?:- \S|#|---$)|^\s{2}/

/** What logs and letters begin lines with. */
const label =
  /^\s{0,40}(?:error|warning|warn|info|debug|note|hint|help|fatal|trace|from|to|cc|re|subject|date|http|https):/

/** Text beyond this is a sentence, not a setting. */
const maxValueLength = 120

const minKeys = 4

export const yaml: HardBlock = {
  kind: 'yaml',
  protects: 'yaml_structure',
  starts: `${smallLetters}_$/-"'`,
  mayBegin(line, next) {
    return line.text === '---' ? isSetting(next) : isSetting(line)
  },
  extent(lines, first) {
    const start = lines[first]?.text === '---' ? first + 1 : first
    const keys = new Set<string>()
    let settings = 0
    let nested = 0
    let items = 0
    let last = start
    const end = runEnd(lines, start, (line, at) => {
      if (!isSetting(line)) return other.test(line.text) || (isBlank(line) && at === last + 1)
      settings += 1
      keys.add(line.text.slice(0, line.text.indexOf(':')).trim())
      const isItem = line.text.startsWith('- ', line.first)
      if (line.first > 0 || isItem) nested += 1
      if (isItem) items += 1
      last = at
      return true
    })
    const length = last + 1 - start
    const isFlat = settings === length && keys.size >= length * 0.9
    const isNested = nested >= 2 && settings * 2 >= length
    // `- key: value` without a mapping around or below it is a list that anybody writes.
    const isList = items === settings
    return settings >= minKeys && !isList && (isFlat || isNested)
      ? { end: last + 1, holds: true }
      : { end, holds: false }
  },
}

function isSetting(line: Line | undefined): boolean {
  return (
    line !== undefined &&
    line.text.length <= maxValueLength &&
    keyLine.test(line.text) &&
    !label.test(line.text)
  )
}
