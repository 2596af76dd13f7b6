import { describe, expect, it } from 'vitest'
import { type FileEdit, replacedLines } from '../../../../src/strategies/coverage/digest/replaced-lines.ts'

/** `['/w/a.ts', '+const a = 1', '-const b = 2']`; lines without a sign are of a file that is written whole. */
function replaced(...edits: readonly (readonly [string, ...string[]])[]): readonly string[] {
  const texts: string[] = []
  const labels: string[] = []
  const list = edits.map(([path, ...lines]): FileEdit => {
    const first = texts.length
    for (const line of lines) {
      const sign = /^[+-]/.exec(line)?.[0] ?? ''
      labels.push(sign)
      texts.push(line.slice(sign.length))
    }
    return { path, isWhole: labels[first] === '', first, end: texts.length }
  })
  return replacedLines(list, { texts, labels }).map(at => texts[at] as string)
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

  it('leaves short lines alone, which are in many places', () => {
    expect(replaced(['/w/a.go', '+return nil'], ['/w/a.go', '-return nil'])).toEqual([])
  })
})
