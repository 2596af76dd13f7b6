/** What a text is, judged by what it looks like. */
import type { ContentKind } from '../types.ts'
import { kindMarks } from './kind-marks.ts'
import { isEncoded, isJson, isTable } from './kind-shapes.ts'
import { writingKind } from './kind-writing.ts'
import { sampleLines } from './sample-lines.ts'

/** Deterministic; the time depends on a bounded sample of lines, not on the length of the text. */
export function contentKind(text: string): ContentKind {
  const { lines } = sampleLines(text)
  if (lines.length === 0) return 'other'
  if (isJson(text, lines)) return 'json'
  if (isEncoded(lines)) return 'encoded'
  const numbered = withoutLineNumbers(lines)
  if (numbered !== undefined) return writingKind(numbered, 'code')
  const spoken = lines.map(line => line.replace(runnerPrefix, ''))
  for (const { kind, line, share, least } of kindMarks) {
    const hits = spoken.filter(one => line.test(one)).length
    if (hits >= least && hits / spoken.length >= share && (kind !== 'diff' || spoken.some(isHunk)))
      return kind
  }
  if (isTable(lines)) return 'table'
  return writingKind(lines, 'other')
}

/** `[test] ok …`, `@scope/name build: …`: which task of several printed the line. */
const runnerPrefix =
  /^(?:\[[\w:.-]{1,40}\] |@?[\w./-]{1,60} (?:build|test|lint|typecheck|check|dev)(?::\w+)?: )/

const isHunk = (line: string): boolean => /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/.test(line)

/** `    12→code` and `    12\tcode`: a file as an agent reads it. */
const lineNumber = /^\s*\d{1,7}(?:→|\t)/

function withoutLineNumbers(lines: readonly string[]): string[] | undefined {
  const numbered = lines.filter(line => lineNumber.test(line)).length
  if (numbered < 2 || numbered / lines.length < 0.8) return undefined
  return lines.map(line => line.replace(lineNumber, ''))
}
