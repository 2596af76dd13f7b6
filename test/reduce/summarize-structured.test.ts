import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { structuredOutput, summarizeStructured } from '../../src/reduce/summarize-structured.ts'
import { anyText, wellFormedText } from '../scan/any-text.ts'

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

const search = lines(9, at => `src/part${at % 5}.ts:${at * 7 + 1}: const value = read(${at})`)
const testRun = [
  'PASS test/a.test.ts',
  'PASS test/b.test.ts',
  'FAIL test/c.test.ts',
  '  ● cart › adds up',
  '    expected 3 to be 4',
  'PASS test/d.test.ts',
  'Tests: 1 failed, 3 passed, 4 total',
].join('\n')
const log = (count: number, errorAt: number): string =>
  lines(count, at => {
    const time = `2026-03-01T10:${String(at % 60).padStart(2, '0')}:00.123Z`
    return at === errorAt
      ? `${time} ERROR payment declined order=88123`
      : `${time} INFO handled request path=/items id=${at}`
  })

describe('structuredOutput', () => {
  it.each([
    ['search results', search],
    ['a test run', testRun],
    ['a list', lines(8, at => `  - item ${at}`)],
    ['keys and values', lines(8, at => `key${at}: value`)],
    ['a log', log(40, 3)],
    ['a log of long lines', lines(8, at => `2026-03-01 10:00:0${at} INFO ${'word '.repeat(40)}`)],
    ['compiler output', lines(6, at => `src/a.ts(${at + 1},7): error TS2345: wrong type`)],
  ])('holds for %s', (_, text) => {
    expect(structuredOutput(text)).toBeDefined()
  })

  it.each([
    ['C14: five lines', search.split('\n').slice(0, 5).join('\n')],
    ['half of the lines', `${lines(3, at => `- item ${at}`)}\n${lines(3, () => 'and some words')}`],
    ['long lines', lines(8, at => `- ${'word '.repeat(20)}${at}`)],
    ['prose', lines(8, () => 'They went home along the river and talked about it.')],
    ['nothing', ''],
  ])('does not hold for %s', (_, text) => {
    expect(structuredOutput(text)).toBeUndefined()
  })
})

describe('summarizeStructured', () => {
  it('C14: names the first three files of search results and counts the rest', () => {
    expect(summarizeStructured(search, 300)).toBe(
      'files: src/part0.ts, src/part1.ts, src/part2.ts +2 more | 9 lines',
    )
  })

  it('keeps the messages of a compiler that does not call them errors', () => {
    const text = `# the build\n${lines(6, at => `cmd/a${at}.go:4:2: value ${at} declared and not used`)}`
    const summary = summarizeStructured(text, 400)
    for (const at of [0, 1, 2, 3, 4, 5]) expect(summary).toContain(`value ${at} declared and not used`)
  })

  it('C14: keeps what passed and failed in a test run', () => {
    expect(summarizeStructured(testRun, 600)).toBe(
      'files: test/a.test.ts, test/b.test.ts, test/c.test.ts +1 more | 7 lines (3 PASS, 1 FAIL) | PASS test/a.test.ts | PASS test/b.test.ts | FAIL test/c.test.ts | ● cart › adds up | Tests: 1 failed, 3 passed, 4 total',
    )
  })

  it('shows how output without files and statuses begins and ends', () => {
    const text = lines(8, at => `key${at}: value`)
    expect(summarizeStructured(text, 300)).toBe(
      'key0: value | key1: value | key2: value | ... | key7: value (8 lines)',
    )
  })

  it('keeps what stands out in a list', () => {
    const items = Array.from({ length: 20 }, (_, at) => `- the ${'very '.repeat(at % 3)}old thing`)
    items[11] = '- the port is 8080 and must not change'
    expect(structuredOutput(items.join('\n'))).toBeDefined()
    expect(summarizeStructured(items.join('\n'), 300)).toBe(
      '- the old thing | - the very old thing | - the very very old thing | ... | - the port is 8080 and must not change | ... | - the very old thing (20 lines)',
    )
    items[3] = '- see src/a.ts there'
    expect(summarizeStructured(items.join('\n'), 300)).toBe(
      'files: src/a.ts | 20 lines | - see src/a.ts there | - the port is 8080 and must not change',
    )
  })

  it('counts by the words that the lines use', () => {
    const text = [
      'OK one',
      'OK two',
      '✓ three',
      '✗ four',
      'WARNING five',
      'warning: six',
      'Error: seven',
    ].join('\n')
    expect(summarizeStructured(text, 600)).toContain('7 lines (2 OK, 1 ✓, 1 ✗, 1 WARNING, 1 warning) | ')
  })

  it('D19: keeps the one error among 400 entries of a log', () => {
    const text = log(400, 250)
    expect(structuredOutput(text)).toBeDefined()
    expect(summarizeStructured(text, 600)).toBe(
      '400 lines (399 INFO, 1 ERROR) | 2026-03-01T10:10:00.123Z ERROR payment declined order=88123',
    )
  })

  it.each([0, 1, 199, 398, 399])('D19: keeps it as entry %i too', at => {
    expect(summarizeStructured(log(400, at), 200)).toContain('ERROR payment declined order=88123')
  })

  it.each([
    'error: cannot find crate for `serde`',
    'src/a.rs:3:7: error: mismatched types',
    '  3:7  error  value is never read  no-unused-vars',
    'ValueError: could not convert string',
    'java.lang.IllegalStateException: closed',
    'Caused by: java.io.IOException: pipe',
    'npm ERR! code ELIFECYCLE',
    "thread 'main' panicked at src/main.rs:4:5",
    'not ok 3 - adds up',
    '✗ adds up',
    '--- FAIL: TestAdd (0.00s)',
    'test cart::adds_up ... FAILED',
    'E   AssertionError: assert 3 == 4',
    'fatal: not a git repository',
    '[ERROR] Build failed',
    'api[12]: 2026 FATAL out of memory',
  ])('keeps the error line %j', error => {
    const text = `${lines(60, at => `ok: step ${at}`)}\n${error}\n${lines(60, at => `ok: more ${at}`)}`
    expect(summarizeStructured(text, 200)).toContain(error.trim())
  })

  it('keeps every distinct error line, once', () => {
    const text = `${log(50, -1)}\n${lines(12, at => `2026-03-01T11:00:${10 + at}Z ERROR disk ${at % 4} is full`)}`
    const summary = summarizeStructured(text, 600)
    for (const disk of [0, 1, 2, 3]) expect(summary.split(`disk ${disk} is full (3 times)`)).toHaveLength(2)
  })

  it('cuts error lines shorter before it leaves one out', () => {
    const text = lines(6, at => `ERROR shard ${at} is gone: ${'because of reasons '.repeat(10)}`)
    const summary = summarizeStructured(text, 600)
    for (const shard of [0, 1, 2, 3, 4, 5]) expect(summary).toContain(`ERROR shard ${shard} is gone`)
    expect(summary).not.toContain('more error lines')
  })

  it('says how many error lines it left out', () => {
    const text = lines(80, at => `ERROR shard ${at} cannot be reached from here because the network is down`)
    const summary = summarizeStructured(text, 400)
    const shown = summary.split('ERROR shard').length - 1
    expect(shown).toBeGreaterThan(2)
    expect(summary).toContain(`| +${80 - shown} more error lines`)
    expect(summary).toContain('80 lines (80 ERROR)')
  })

  it('takes neither a count of errors nor a word about them for an error', () => {
    const text = lines(8, at => `src/a.ts:${at + 1}: throw new Error('no')`)
    expect(summarizeStructured(text, 300)).toBe('files: src/a.ts | 8 lines')
    expect(summarizeStructured(`${lines(7, at => `step ${at}: fine`)}\n0 errors, 12 passed`, 300)).toBe(
      '8 lines | 0 errors, 12 passed',
    )
  })

  it('stays within any budget and cuts no number', () => {
    const samples = [search, testRun, log(400, 250), lines(80, at => `ERROR shard ${at} is down`)]
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.nat(700), (text, budget) => {
        const summary = summarizeStructured(text, budget)
        expect(summary.length).toBeLessThanOrEqual(budget)
        const counted = summary.match(/(?:^|\| |\()(\d+) lines/)?.[1]
        expect([undefined, String(text.split('\n').length)]).toContain(counted)
      }),
    )
  })

  it('stays within its budget on any text and keeps characters whole', () => {
    fc.assert(
      fc.property(anyText, fc.nat(200), (text, budget) => {
        expect(summarizeStructured(text, budget).length).toBeLessThanOrEqual(budget)
      }),
    )
    fc.assert(
      fc.property(wellFormedText, fc.nat(200), (text, budget) => {
        expect(summarizeStructured(`${text}\nERROR ${text}`, budget).isWellFormed()).toBe(true)
      }),
    )
  })
})
