import { describe, expect, it } from 'vitest'
import { reduceOutput } from '../../../src/reduce/shorten-output/reduce-output.ts'

const destroying = "Destroying test database for alias 'default'..."
const times = <Item>(count: number, of: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => of(at))

const lines = [
  'Found 300 test(s).',
  ...times(31, () => destroying),
  ...times(400, at => `test_case_${at} (app.tests.Orders) ... ok in ${at % 17} ms`),
  'ERROR: test_refund (app.tests.Orders)',
  'ERROR: test_refund (app.tests.Orders)',
  'ERROR: test_refund (app.tests.Orders)',
  'FAILED (errors=1)',
  ...times(31, () => destroying),
]
const reduced = (text: readonly string[], maxTokens = 1200): string[] =>
  (reduceOutput({ text: text.join('\n'), tool: 'Bash' }, { maxTokens, fold: true })?.text ?? '').split('\n')

describe('a long output with folded lines', () => {
  it('shows equal lines once with their count, and lines of one shape by two of them', () => {
    expect(reduced(lines)).toEqual([
      expect.stringMatching(/^\[Shortened: 7 of 467 lines shown, \d+ tokens in all, stored: db_/),
      'Found 300 test(s).',
      destroying,
      '… the same line 30 more times',
      'test_case_0 (app.tests.Orders) ... ok in 0 ms',
      'test_case_1 (app.tests.Orders) ... ok in 1 ms',
      '… 398 more like this',
      'ERROR: test_refund (app.tests.Orders)',
      '… the same line 2 more times',
      'FAILED (errors=1)',
      destroying,
      '… the same line 30 more times',
    ])
  })

  it('never says that one error is like another', () => {
    const errors = times(300, at => `ERROR: test_${at} failed with code ${at}`)
    expect(reduced(errors).join('\n')).not.toContain('more like this')
  })

  it('accounts for every line', () => {
    const shown = reduced([
      ...lines,
      ...times(900, at => `note ${String.fromCodePoint(97 + (at % 26))}${at} ${'x'.repeat(at % 40)}`),
    ])
    const counted = shown.slice(1).reduce((sum, line) => {
      const gap = /^\[… (\d+) lines?\]$|^… (?:the same line )?(\d+) more /.exec(line)
      return sum + (gap === null ? 1 : Number(gap[1] ?? gap[2]))
    }, 0)
    expect(counted).toBe(lines.length + 900)
  })
})
