import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { log, timeRange } from '../../../src/reduce/content/log.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { hostile, obeysLaws, outputOf, shell, viewOf } from './output-laws.ts'
import '../../property-seed.ts'

const second = (at: number): string =>
  `10:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
const requests = (count: number, from = 0): string[] =>
  Array.from(
    { length: count },
    (_, at) =>
      `2026-03-01T${second(from + at)}.123Z INFO request id=${(from + at + 4096).toString(16)} GET /users/${at} 200 ${at % 7}ms`,
  )

const service = [
  ...requests(40),
  '2026-03-01T10:00:40.001Z ERROR cannot reach "db-1": connection refused',
  '    at query (/srv/shop/src/db.ts:4:2)',
  '    at call (/srv/shop/node_modules/pg/client.js:1:2)',
  ...requests(40, 41),
  '2026-03-01T10:01:30.001Z WARN slow query took 12345 ms',
  ...requests(10, 91),
].join('\n')

/** One line of each kind of log that reports an error, and one that does not. */
const kinds: readonly (readonly [string, string, string])[] = [
  ['a container', 'api-1  | 2026-03-01 10:00:00 ERROR no disk', 'api-1  | 2026-03-01 10:00:00 INFO started'],
  [
    'journald',
    'Mar  1 10:00:00 host kernel: Out of memory: killed 12',
    'Mar  1 10:00:00 host sshd[12]: Accepted key',
  ],
  [
    'Kubernetes',
    'E0301 10:00:00.123456    1234 sync.go:12] "gone" key="a"',
    'I0301 10:00:00.123456    1234 sync.go:12] done',
  ],
  [
    'JSON lines',
    '{"level":"error","time":"2026-03-01T10:00:00Z","msg":"no disk"}',
    '{"level":"info","time":"2026-03-01T10:00:00Z","msg":"ok"}',
  ],
  [
    'JSON lines with numbers',
    '{"level":50,"time":1772359200000,"msg":"no disk"}',
    '{"level":30,"time":1772359200000,"msg":"ok"}',
  ],
  [
    'nginx',
    '10.0.0.1 - - [01/Mar/2026:10:00:00 +0000] "GET /pay HTTP/1.1" 502 12',
    '10.0.0.1 - - [01/Mar/2026:10:00:00 +0000] "GET /pay HTTP/1.1" 200 12',
  ],
  [
    'nginx errors',
    '2026/03/01 10:00:00 [error] 12#12: *1 upstream gone',
    '2026/03/01 10:00:00 [notice] 12#12: started',
  ],
  [
    'Python',
    '2026-03-01 10:00:00,123 - shop - CRITICAL - no disk',
    '2026-03-01 10:00:00,123 - shop - DEBUG - ok',
  ],
  [
    'logfmt',
    'time=2026-03-01T10:00:00Z level=error msg="no disk"',
    'time=2026-03-01T10:00:00Z level=info msg="ok"',
  ],
  ['a level alone', '[ERROR] no disk', '[INFO] started'],
  [
    'an error that calls itself information',
    '2026-03-01 10:00:00 INFO could not open a.txt',
    '2026-03-01 10:00:00 INFO 0 errors, failed=0',
  ],
]

describe('log', () => {
  it('shows every error with what is around it, and counts what recurs', () => {
    const pieces = obeysLaws(log, service)
    expect(viewOf(pieces, 'key')).toEqual([
      '2026-03-01T10:00:40.001Z ERROR cannot reach "db-1": connection refused',
      '2026-03-01T10:01:30.001Z WARN slow query took 12345 ms',
    ])
    const statement = pieces.find(({ isStatement }) => isStatement)
    // 90 requests, without the first and the last, two on each side of both, and the one that is shown.
    expect(statement?.text).toBe('… 79 more like this (10:00:02 – 10:01:39)')
    expect(statement?.lines).toBe(79)
    const useful = viewOf(pieces, 'useful').join('\n')
    expect(useful).toContain('10:00:39.123Z')
    expect(useful).toContain('at query (/srv/shop/src/db.ts:4:2)')
  })

  it('shows the stack under its error', () => {
    const pieces = obeysLaws(log, service)
    const frame = pieces.find(({ text }) => text.includes('src/db.ts'))
    expect(pieces[frame?.under ?? -1]?.text).toContain('ERROR cannot reach')
    expect(pieces.find(({ text }) => text.includes('node_modules'))?.value).toBe('noise')
  })

  it.each(kinds)('distinguishes an error from the rest in %s', (_, bad, good) => {
    const text = [good, good, good, bad, good, good, good].join('\n')
    expect(log.fits(new SourcedText(text, shell))).toBe(true)
    expect(viewOf(obeysLaws(log, text), 'key')).toEqual([bad])
  })

  it('counts an error that recurs, but not one that names something else', () => {
    const error = (at: number, file: string): string => `2026-03-01 ${second(at)} ERROR cannot open "${file}"`
    const text = [error(1, 'a'), error(2, 'a'), error(3, 'b'), error(4, 'a'), error(5, 'a')].join('\n')
    expect(viewOf(obeysLaws(log, text), 'key')).toEqual([
      error(1, 'a'),
      '… 3 more like this (10:00:02 – 10:00:05)',
      error(3, 'b'),
    ])
  })

  it('does not count requests that ended in another way as the same', () => {
    const request = (status: number): string =>
      `10.0.0.1 - - [01/Mar/2026:10:00:00 +0000] "GET /pay HTTP/1.1" ${status} 12`
    const text = [200, 200, 200, 200, 500, 200, 404, 200, 503, 200].map(request).join('\n')
    const key = viewOf(obeysLaws(log, text), 'key').join('\n')
    for (const status of ['500', '404', '503']) expect(key).toContain(` ${status} 12`)
  })

  it('keeps the laws on anything', () => {
    const typical = [...service.split('\n').slice(36, 46), ...kinds.flatMap(([, bad, good]) => [bad, good])]
    fc.assert(fc.property(outputOf(typical), text => void obeysLaws(log, text)))
  })

  it('reads hostile text in one pass', () => {
    for (const text of hostile) obeysLaws(log, text)
  })
})

describe('timeRange', () => {
  it.each([
    [['10:00:01', '10:00:09', '10:00:05'], ' (10:00:01 – 10:00:09)'],
    [['2026-03-01T10:00:01.5Z', '2026-03-01T10:00:01.123Z'], ' (10:00:01)'],
    [['2026-03-01T10:00:01Z', '2026-03-02T09:00:00Z'], ' (2026-03-01T10:00:01 – 2026-03-02T09:00:00)'],
    [['Mar  1 10:00:00', 'Apr  1 10:00:00'], ''],
    [['2026-03-01T10:00:01Z', '2026-03-01T10:00:01+02:00'], ''],
    [['10:00:01', undefined], ''],
    [[], ''],
  ])('of %j is %j', (times, range) => {
    expect(timeRange(times)).toBe(range)
  })
})
