/** How each kind of content is told, in the order in which they are tried. */
import type { ContentKind } from '../../types.ts'
import * as line from './content-lines.ts'
import type { Sample } from './content-sample.ts'
import { isCommaSeparated, isEncoded, isJson } from './content-shapes.ts'

export interface ContentDetector {
  readonly kind: ContentKind
  readonly why: string
  readonly test: Test
}

type Test = (sample: Sample) => boolean

export const contentDetectors: readonly ContentDetector[] = [
  {
    kind: 'code',
    why: 'a file as agents show it: every line behind its number',
    test: ({ isNumbered }) => isNumbered,
  },
  {
    kind: 'diff',
    why: 'hunks, and lines that begin with plus, minus or a space',
    test: both(some(line.hunkLine), most(0.75, line.diffLine)),
  },
  { kind: 'log', why: 'a JSON object a line, with its level', test: most(0.6, line.jsonLogLine) },
  { kind: 'json', why: 'braces, quotes and keys where JSON has them', test: isJson },
  { kind: 'encoded', why: 'for machines: base 64, hex, minified, control characters', test: isEncoded },
  { kind: 'test-run', why: 'a few lines of a test runner', test: most(0.06, line.testLine, 2) },
  {
    kind: 'test-run',
    why: 'the counts of a test runner, where it prints them',
    test: both(atEnd(line.testSummary), not(most(0.04, line.markdownOnly))),
  },
  { kind: 'test-run', why: 'mostly ticks and crosses', test: most(0.5, line.tickLine, 3) },
  {
    kind: 'stack-trace',
    why: 'frames, perhaps with the source line between them',
    test: both(some(line.frameLine), most(0.3, line.traceLine, 2)),
  },
  { kind: 'build', why: 'compilers, linters, bundlers, package managers', test: most(0.3, line.buildLine) },
  { kind: 'search', why: 'path:line:text', test: most(0.6, line.searchLine, 2) },
  { kind: 'log', why: 'lines begin with a time or a level', test: most(0.4, line.logLine, 2) },
  { kind: 'log', why: 'git log, a commit a line', test: most(0.7, line.commitLine, 2) },
  {
    kind: 'log',
    why: 'git log in full',
    test: both(some(line.commitHead), most(0.8, line.commitEntry)),
  },
  { kind: 'listing', why: 'a file, a name or a path a line', test: most(0.7, line.listingLine, 2) },
  {
    kind: 'html',
    why: 'begins with a tag, as do most lines',
    test: both(({ lines }) => lines[0]?.startsWith('<') === true, most(0.6, line.tagLine)),
  },
  { kind: 'table', why: 'cells between bars, tabs or wide gaps', test: most(0.7, line.tableLine, 2) },
  { kind: 'table', why: 'as many commas in every line', test: isCommaSeparated },
  {
    kind: 'code',
    why: 'mostly statements, and nothing that only markdown has',
    test: both(most(0.5, line.codeLine, 2), not(most(0.04, line.markdownOnly))),
  },
  {
    kind: 'markdown',
    why: 'headings, lists, fences; bold and code alone do not make it',
    test: both(some(line.markdownMark), most(0.25, line.markdownLine, 2)),
  },
  { kind: 'code', why: 'many statements', test: most(0.4, line.codeLine, 2) },
  { kind: 'code', why: 'settings: key and value a line', test: most(0.8, line.settingLine, 3) },
  { kind: 'prose', why: 'words', test: most(0.5, line.wordsLine) },
]

/** At least this share of the lines, and at least so many. */
function most(share: number, pattern: RegExp, least = 1): Test {
  return ({ lines }) => {
    const needed = Math.max(least, Math.ceil(lines.length * share))
    let fitting = 0
    for (let at = 0; at < lines.length && fitting < needed; at += 1) {
      if (fitting + lines.length - at < needed) return false
      if (fits(lines[at] ?? '', pattern)) fitting += 1
    }
    return fitting >= needed
  }
}

function some(pattern: RegExp): Test {
  return ({ lines }) => lines.some(text => fits(text, pattern))
}

/** In one of the last lines, where tools say what came of it. */
function atEnd(pattern: RegExp): Test {
  return ({ lines }) => lines.slice(-6).some(text => fits(text, pattern))
}

function not(test: Test): Test {
  return sample => !test(sample)
}

function both(one: Test, two: Test): Test {
  return sample => one(sample) && two(sample)
}

function fits(text: string, pattern: RegExp): boolean {
  pattern.lastIndex = 0
  return pattern.test(text)
}
