import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { table } from '../../../src/reduce/content/table.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { hostile, obeysLaws, outputOf, shell } from './output-laws.ts'
import { shown } from './text-laws.ts'

const pods = [
  'NAME         READY   STATUS             RESTARTS   NAMESPACE',
  'api-7f9      1/1     Running            0          shop',
  'queue-5d     0/1     CrashLoopBackOff   12         shop',
  'web-1b2      1/1     Running            1          shop',
]
const processes = [
  'USER  PID %CPU COMMAND',
  'mira  100  0.1 node server.js --port 80',
  'mira  211 99.0 vite build',
  'chen    3  0.0 init',
]
const markdown = ['| name | state |', '|------|-------|', '| a | ok |', '| b | failed |', '| c | ok |']
const boxed = [
  '┌──────┬───────┐',
  '│ name │ state │',
  '├──────┼───────┤',
  '│ a    │ ok    │',
  '│ b    │ ok    │',
  '│ c    │ ok    │',
  '└──────┴───────┘',
]
const tabbed = ['12\topen\tFix the queue', '14\topen\tErrors are lost', '19\tclosed\tSay so']
const commas = ['id,name,note', '1,mira,"a, b"', '2,chen,x', '3,lupe,y']

describe('table', () => {
  it.each([
    [pods, true],
    [processes, true],
    [markdown, true],
    [boxed, true],
    [tabbed, true],
    [commas, true],
    [['1\tfirst line', '2\tsecond line', '3\tthird line'], false],
    [['\tif x {', '\treturn y', '\t}'], false],
    [
      [
        'job\tstep\t2026-06-18T04:45:19.24Z Current version',
        'job\tstep\t2026-06-18T04:45:19.24Z Set up',
        'job\tstep\t2026-06-18T04:45:20.24Z Done',
      ],
      false,
    ],
    [
      [
        'Well, it is so, I think.',
        'Yes, but, as said, no.',
        'No, or, maybe, yes.',
        'So, then, as said, we go.',
      ],
      false,
    ],
    [['a | b', 'c'], false],
    [[''], false],
  ])('knows %j', (lines, expected) => {
    expect(table.fits(new SourcedText(lines.join('\n'), shell))).toBe(expected)
  })

  it('says once what all rows share, and puts trouble first', () => {
    expect(shown(obeysLaws(table, pods.join('\n')))).toEqual([
      'key 3 rows: NAME  READY  STATUS  RESTARTS',
      'useful in every row: NAMESPACE=shop',
      'useful api-7f9  1/1  Running  0',
      'key queue-5d  0/1  CrashLoopBackOff  12',
      'useful web-1b2  1/1  Running  1',
    ])
    expect(shown(obeysLaws(table, markdown.join('\n')))).toEqual([
      'key 3 rows: name | state',
      'useful a | ok',
      'key b | failed',
      'useful c | ok',
    ])
  })

  it('knows containers that have failed', () => {
    const containers = [
      'NAMES   IMAGE    STATUS',
      'web     shop:2   Up 2 hours',
      'queue   shop:2   Exited (137) 5 minutes ago',
      'once    shop:2   Exited (0) 3 days ago',
    ]
    const trouble = shown(obeysLaws(table, containers.join('\n'))).filter(piece => piece.startsWith('key '))
    expect(trouble.slice(1)).toEqual(['key queue  Exited (137) 5 minutes ago'])
  })

  it('reads boxes, tabs, commas and single spaces', () => {
    expect(shown(obeysLaws(table, boxed.join('\n')))[0]).toBe('key 3 rows: name')
    expect(shown(obeysLaws(table, tabbed.join('\n')))[0]).toBe('key 3 rows: 3 columns')
    expect(shown(obeysLaws(table, [...tabbed, '[9 lines truncated]'].join('\n')))[0]).toBe(
      'key at least 3 rows: 3 columns',
    )
    expect(shown(obeysLaws(table, commas.join('\n')))).toEqual([
      'key 3 rows: id,name,note',
      'useful 1,mira,"a, b"',
      'plain 2,chen,x',
      'useful 3,lupe,y',
    ])
    expect(shown(obeysLaws(table, processes.join('\n')))[0]).toBe('key 3 rows: USER  PID  %CPU  COMMAND')
  })

  it('calls what few rows hold useful', () => {
    const rows = Array.from(
      { length: 40 },
      (_, at) => `row-${at}\t${at === 17 ? 'draft' : at % 2 === 0 ? 'open' : 'closed'}`,
    )
    expect(shown(obeysLaws(table, rows.join('\n'))).filter(piece => piece.startsWith('useful'))).toEqual([
      'useful row-0\topen',
      'useful row-17\tdraft',
      'useful row-39\tclosed',
    ])
  })

  it('obeys the laws on any lines', () => {
    const kinds = [pods, processes, markdown, boxed, tabbed, commas]
    fc.assert(fc.property(fc.constantFrom(...kinds).chain(outputOf), text => void obeysLaws(table, text)))
  })

  it('ends on hostile input', () => {
    for (const text of [
      ...hostile,
      '| a '.repeat(100_000),
      'A  '.repeat(100_000),
      'A B\n'.repeat(50_000),
      ',"'.repeat(200_000),
    ])
      expect(table.pieces(text, shell).length).toBeGreaterThan(0)
  })
})
