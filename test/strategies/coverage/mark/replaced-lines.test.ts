import { describe, expect, it } from 'vitest'
import { type FileEdit, replacedLines } from '../../../../src/strategies/coverage/mark/replaced-lines.ts'

/** `['/w/a.ts', '+const a = 1', '-const b = 2']`; `~` is before a text inside lines; lines without a sign are of a file that is written whole. */
function replaced(...edits: readonly (readonly [string, ...string[]])[]): readonly string[] {
  const texts: string[] = []
  const labels: string[] = []
  const list = edits.map(([path, ...lines]): FileEdit => {
    const first = texts.length
    const parts = lines.flatMap(line => (line.startsWith('~') ? [line.slice(1)] : []))
    for (const line of lines.slice(parts.length)) {
      const sign = /^[+-]/.exec(line)?.[0] ?? ''
      labels.push(sign)
      texts.push(line.slice(sign.length))
    }
    return { path, isWhole: labels[first] === '', parts, first, end: texts.length }
  })
  return replacedLines(list, { texts, labels, numbers: texts.map(() => -1) }).map(at => texts[at] as string)
}

describe('replacedLines', () => {
  it('finds what a later edit of the same file took out again', () => {
    expect(
      replaced(
        ['/w/a.go', '+StartedAt time.Time `json:"started_at,omitempty"`', '+AgentType string'],
        ['/w/a.go', '-  StartedAt time.Time `json:"started_at,omitempty"`', '+StartedAt time.Time'],
      ),
    ).toEqual(['StartedAt time.Time `json:"started_at,omitempty"`'])
    expect(
      replaced(['/w/plan.md', '### Step 1: Lock the store'], ['/w/plan.md', '-### Step 1: Lock the store']),
    ).toEqual(['### Step 1: Lock the store'])
  })

  it('keeps what another file or an earlier edit took out, and what came back', () => {
    const line = '+const total = sumOf(sheets)'
    expect(replaced(['/w/a.ts', line], ['/w/b.ts', `-${line.slice(1)}`])).toEqual([])
    expect(replaced(['/w/a.ts', `-${line.slice(1)}`], ['/w/a.ts', line])).toEqual([])
  })

  it('finds what such a line had replaced too', () => {
    expect(
      replaced(
        ['/w/a.ts', '-const total = sum(sheets)', '+const total = sumOf(sheets)', '-const rest = sum(rows)'],
        ['/w/a.ts', '-const total = sumOf(sheets)'],
      ),
    ).toEqual(['const total = sum(sheets)', 'const total = sumOf(sheets)'])
  })

  it('finds the head of a block of which nothing is left', () => {
    const head = '+func load(path string) string {'
    const body = [
      '+  if path == "" {',
      '+    return ""',
      '+  }',
      '+  text := readWhole(path)',
      '+  return text',
    ]
    const gone = body.slice(3).map(line => line.replace('+', '-'))
    expect(
      replaced(['/w/a.go', head, ...body, '+}'], ['/w/a.go', ...gone, '+  return store.Load(path)']),
    ).toEqual(['  text := readWhole(path)', '  return text', 'func load(path string) string {'])
    const kept = '+  defer report(path, started)'
    expect(replaced(['/w/a.go', head, kept, ...body, '+}'], ['/w/a.go', ...gone])).not.toContain(
      head.slice(1),
    )
  })

  it('leaves short lines alone, which are in many places', () => {
    expect(replaced(['/w/a.go', '+return nil'], ['/w/a.go', '-return nil'])).toEqual([])
  })

  it('finds short lines behind a line that was taken out with them', () => {
    const short = ['+  runes := []rune(text)', '+  return s', '+}']
    expect(
      replaced(
        ['/w/a.go', ...short, '+// kept', '+  return s'],
        ['/w/a.go', ...short.map(line => line.replace('+', '-'))],
      ),
    ).toEqual(['  runes := []rune(text)', '  return s', '}'])
  })

  it('finds lines with a text that a later edit of the file replaced', () => {
    const rename = ['/w/a.ts', '~loadRows', '-loadRows', '+readRows'] as const
    const call = ['/w/a.ts', '+const rows = loadRows(path)', '+f(1)'] as const
    expect(replaced(call, rename)).toEqual(['const rows = loadRows(path)'])
    expect(replaced(['/w/a.ts', '  loadRows()', 'size()'], rename)).toEqual(['  loadRows()'])
    expect(replaced(['/w/b.ts', '+const rows = loadRows(path)'], rename)).toEqual([])
    expect(replaced(rename, call)).toEqual([])
  })

  it('holds a line against the texts that were replaced last, however many there are', () => {
    const renames = Array.from({ length: 100 }, (_, at) => ['/w/a.ts', `~name${at}(`] as const)
    const lines = [99, 84, 83, 1].map(at => `name${at}()`)
    expect(replaced(['/w/a.ts', ...lines.map(line => `+${line}`)], ...renames)).toEqual(lines.slice(0, 2))
  })
})

/** The lines of one file: what was known of it, and the whole file later. */
function gone(
  label: '+' | '',
  lines: readonly string[],
  later: Pick<FileEdit, 'complete' | 'isWritten'>,
  number = -1,
): readonly string[] {
  const file = { path: '/w/a.ts', parts: [] }
  const list: readonly FileEdit[] = [
    { ...file, isWhole: label === '', first: 0, end: lines.length },
    { ...file, isWhole: true, first: lines.length, end: lines.length, ...later },
  ]
  const columns = { texts: lines, labels: lines.map(() => label), numbers: lines.map(() => number) }
  return replacedLines(list, columns).map(at => lines[at] as string)
}

describe('lines of a file that is shown whole later', () => {
  const lines = ['const total = sumOf(sheets)', 'const first = firstOf(sheets)', 'const last = lastO …']
  const complete = new Set([lines[1] as string])

  it('are gone where it no longer has them', () => {
    expect(gone('+', lines, { complete })).toEqual([lines[0]])
    expect(gone('', lines, { complete })).toEqual([lines[0]])
  })

  it('are all shown there where it was written', () => {
    expect(gone('+', lines, { complete, isWritten: true })).toEqual(lines)
  })

  it('may still be there where more of it was shown before', () => {
    expect(gone('', lines, { complete }, 120)).toEqual([])
  })
})
