/** The files that a request asks to change; others are to be read, are examples, sources, or places of errors. */
import { fencedLines } from '../../../scan/fenced-lines.ts'

/** `src/a.ts`, `a.test.ts` */
const filePattern = /(?<![\w./~@-])(?:[\w.@-]{1,80}\/){0,12}[\w.-]{1,80}\.[a-z]\w{0,7}(?![\w/]|\.\w)/gi

export function namedFiles(text: string): readonly string[] {
  return (text.match(filePattern) ?? []).map(withoutDot)
}

/** Where neither its clause nor what stands above it says so, nothing is asked for. */
export function askedChanges(request: string): readonly string[] {
  const lines = request.split('\n')
  const asked: string[] = []
  /** The headings that a line is below, by their level, and the words before its list. */
  const headings: string[] = []
  let lead = ''
  let at = 0
  for (const { first, end } of fencedLines(lines)) {
    read(first)
    at = end
  }
  read(lines.length)
  return asked

  function read(end: number): void {
    for (const line of lines.slice(at, end)) {
      const level = /^#{1,6}(?= )/.exec(line)?.[0].length
      if (level !== undefined) {
        headings.length = level
        // The title says what the whole is about, not what each part asks for.
        if (level > 1) headings[level] = line
        lead = ''
      } else if (line.trimEnd().endsWith(':') || line.trimEnd().endsWith(':**')) lead = line
      else if (line.trim() !== '' && !listItem.test(line)) lead = ''
      const above = [lead, ...headings.toReversed()].filter(each => each !== undefined && each !== line)
      asked.push(...filesIn(line, above))
    }
  }
}

const listItem = /^\s{0,12}(?:[-*+•|]|\d{1,3}[.)]) ?/

/** `above`: the nearest first. */
function filesIn(line: string, above: readonly string[]): readonly string[] {
  const found = Array.from(line.matchAll(filePattern))
  if (found.length === 0) return []
  // What one clause of its own line refers to, others may still ask to change.
  const asks =
    changes.test(wordsOf(line)) ||
    above
      .map(wordsOf)
      .find(words => changes.test(words) || refers.test(words))
      ?.search(refers) === -1
  if (!asks) return []
  return found.flatMap(({ 0: name, index }) => {
    const end = index + name.length
    const isPlace = /^`?(?::\d|#L\d| lines? \d)/.test(line.slice(end, end + 8))
    return isPlace || refers.test(clauseBefore(line, index)) ? [] : [withoutDot(name)]
  })
}

function wordsOf(line: string): string {
  return line.replace(filePattern, '')
}

const maxClause = 300

function clauseBefore(line: string, end: number): string {
  const before = line.slice(Math.max(0, end - maxClause), end)
  return before.slice(Math.max(...clauseEnds.map(mark => before.lastIndexOf(mark))) + 1)
}

const clauseEnds = ['. ', '; ', ': ', ' (', ' \u2014 ', ' - ', ' | ']

const changes =
  /\b(?:add|adjust|adapt|change|convert|correct|creat|delet|drop|edit|extend|extract|fix|implement|improv|insert|mend|migrat|mov|modif|new|refactor|remov|renam|replac|rewrit|rework|simplif|split|touch|updat|wir|writ)(?:e|es|ed|ing|ify|ies|ied|y|s)?(?!\w)/i

const refers =
  /\b(?:see|like|as in|same as|similar|follow(?:s|ing)?|patterns?|examples?|e\.g|from|re-?us(?:e|es|ed|ing|able)|reference[sd]?|references|read(?:s|ing)?|look(?:s|ing)?|check(?:s|ing)?|based on|copied|existing|unchanged|without|instead of|already|context|background|used (?:by|in)|calls?|called|imports?)(?!\w)/i

function withoutDot(name: string): string {
  return name.replace(/^\.\//, '')
}
