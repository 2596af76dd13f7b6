import { describe, expect, it } from 'vitest'
import { asideWorth, documentWorth } from '../../../../src/strategies/coverage/weigh/document-worth.ts'

const plan = [
  '# A plan for the store',
  'It has three parts.',
  'Each is a step.',
  '## Task 1: Rename the tables',
  'Names are in small letters.',
  '- Modify: schema.sql',
  '## Task 2: Wire the cache into readers',
  'Readers ask the cache first.',
  '- Modify: reader.ts',
  '**Order:**',
  'The cache is filled on the way back.',
  '## Task 3: Write the release notes',
  'They name the tables.',
  '| a | b |',
  '{"time": "now"}',
  'More words.',
  'And more.',
  'Run the tests.',
]

describe('documentWorth', () => {
  const talk = new Set(['wire', 'cache', 'readers', 'task'])
  const worth = documentWorth(plan, talk, 'given')
  const at = (line: string): number => worth[plan.indexOf(line)] as number

  it('puts the section that the talk names before the others', () => {
    expect(at('Readers ask the cache first.')).toBeGreaterThan(at('Names are in small letters.') * 2)
    expect(at('- Modify: reader.ts')).toBeGreaterThan(at('- Modify: schema.sql') * 2)
  })

  it('puts the first statements, which say what it is for, before other sections that the talk does not name', () => {
    const context = ['## Context', 'Readers are slow.', 'The goal is one read for each file.']
    const lines = ['Implement the plan:', '# A cache', ...context, ...plan.slice(3)]
    const worth = documentWorth(lines, new Set(['release', 'notes']), 'given')
    expect(worth[3]).toBeGreaterThan((worth[lines.indexOf('Names are in small letters.')] as number) * 2)
  })

  it('counts what is below a bold line to the heading above it', () => {
    expect(at('The cache is filled on the way back.')).toBeGreaterThan(at('Names are in small letters.') * 2)
  })

  it('puts items before sentences, rows and records last; what is shown of a section brings its heading along', () => {
    expect(at('## Task 3: Write the release notes')).toBeLessThan(at('They name the tables.'))
    expect(at('- Modify: schema.sql')).toBeGreaterThan(at('Names are in small letters.'))
    expect(at('| a | b |')).toBeLessThan(at('They name the tables.'))
    expect(at('{"time": "now"}')).toBeLessThan(at('| a | b |'))
  })

  it('takes a bold sentence for what it says, and a bold title or step for a heading', () => {
    const lines = [
      ...Array.from({ length: 4 }, () => 'Some words of the document.'),
      '**Decision: keep the lock until storage moves.**',
      '**Open points**',
      '**Step 2: run the tests of the reader again**',
      ...Array.from({ length: 12 }, () => 'Some words of the document.'),
    ]
    const [plain, decision, title, step] = [3, 4, 5, 6].map(
      line => documentWorth(lines, new Set(), 'given')[line] as number,
    ) as [number, number, number, number]
    expect(decision).toBeGreaterThan(plain)
    expect(title).toBeLessThan(plain)
    expect(step).toBeLessThan(plain)
  })

  it('keeps the beginning and the end', () => {
    expect(at('It has three parts.')).toBeGreaterThan(at('They name the tables.'))
    expect(at('Run the tests.')).toBeGreaterThan(at('They name the tables.'))
  })

  it('goes by form alone where the talk says nothing of it', () => {
    const worth = documentWorth(
      ['## A', 'text', 'text', 'text', '## B', 'text', 'text', 'text'],
      new Set(),
      'given',
    )
    expect(worth[1]).toBe(worth[2])
    expect(worth[5]).toBe(worth[6])
  })

  it('puts the verdict of a report before how it was verified', () => {
    const report = [
      '# Review',
      'It reads rows.',
      'More words.',
      '## Verification',
      'All tests pass.',
      '## Verdict',
      'Ready, once the reader closes its file.',
    ]
    const worth = documentWorth(report, new Set(), 'report')
    expect(worth[6]).toBeGreaterThan(worth[4] as number)
  })

  it('gives little for the words that open a report', () => {
    const report = [
      'Perfect! Now I have all I need. Let me compile a report:',
      'It reads rows.',
      'More words.',
    ]
    const worth = documentWorth([...report, ...plan], new Set(), 'report')
    expect(worth[0]).toBeLessThan((worth[1] as number) / 2)
  })

  it('gives little for an item whose content comes below it', () => {
    const lines = ['# Work', 'a', 'b', '- Added types for sessions:', '- Added a type for sessions', 'c']
    const worth = documentWorth([...lines, ...plan], talk, 'given')
    expect(worth[3]).toBeLessThan(worth[4] as number)
  })

  it('shows the steps of a plan that the agent wrote', () => {
    const tasks = ['# Plan', 'a', 'b', '## Task 1: Read rows', 'Some words.', 'c', 'd']
    const [given, written] = (['given', 'written'] as const).map(kind =>
      documentWorth([...tasks, ...plan], talk, kind),
    )
    expect(written?.[3]).toBeGreaterThan(written?.[4] as number)
    expect(given?.[3]).toBeLessThan(given?.[4] as number)
  })

  it('shows what a plan is made of while it is worked on', () => {
    const parts = ['# Plan', 'a', 'b', '### Names of tables', 'Some words.', 'c', 'd']
    const [given, current] = (['given', 'current'] as const).map(kind =>
      documentWorth([...parts, ...plan], talk, kind),
    )
    expect(current?.[3]).toBeGreaterThan(current?.[4] as number)
    expect(given?.[3]).toBeLessThan(given?.[4] as number)
  })

  it('puts how a plan is verified before its steps', () => {
    const lines = [...plan, '## Verification', '1. `npm test`', 'More words.', 'And more.', 'And more.']
    const worth = documentWorth(lines, talk, 'given')
    expect(worth[lines.indexOf('1. `npm test`')]).toBeGreaterThan(
      worth[lines.indexOf('- Modify: reader.ts')] as number,
    )
    expect(worth[lines.indexOf('1. `npm test`')]).toBeGreaterThan(
      worth[lines.indexOf('- Modify: schema.sql')] as number,
    )
  })
})

describe('an output that a person sent', () => {
  const output = [
    '2026-03-02T09:12:01Z [sync] reading 12 orders',
    '2026-03-02T09:12:02Z [sync] ERROR upload failed: no such bucket',
    '2026-03-02T09:12:02Z [sync] releasing the lock',
    'could not sync orders: no such bucket',
    'Run the command again with a region.',
    '  ⎿  Sync hook error: exited with 2',
    'More was printed.',
    'And more.',
    '➜  app git:(main) ✗ ls',
    'src',
    'docs',
    'test',
  ]
  const worth = (line: number, kind: 'given' | 'written' = 'given'): number =>
    documentWorth(output, new Set(), kind)[line] as number

  it('has what went wrong before all others, each reason once', () => {
    expect(worth(1)).toBeGreaterThan(worth(4))
    expect(worth(5)).toBe(worth(1))
    expect(worth(3)).toBe(worth(4))
    expect(worth(8)).toBe(worth(6))
  })

  it('is no plan that speaks of failures', () => {
    expect(worth(1, 'written')).toBe(worth(0, 'written'))
    const lines = ['# A plan', '## When it fails', 'Upload error: tell the user.', 'Then stop.', ...output]
    const [, , says, other] = documentWorth(lines, new Set(), 'given')
    expect(says).toBe(other)
  })
})

describe('asideWorth', () => {
  it('lowers what is below headings of what nobody acts on first, up to the next of their level', () => {
    const lines = [
      '## Critical',
      'It loses rows.',
      '## Nice to have',
      '### Names',
      'Rename it.',
      '## Verdict',
      'Mend it.',
    ]
    expect(lines.filter((_, at) => (asideWorth(lines)[at] as number) < 1)).toEqual(lines.slice(2, 5))
  })
})

describe('a review', () => {
  const lines = [
    '## Review',
    'It reads well.',
    'Two things are open.',
    '### Issues',
    '**1. The port is fixed in the code**',
    'Two servers cannot run side by side on one host, as the log of last week says.',
    'Instead, read the port from the settings.',
    '**2. No test was added**',
    'The reader has none.',
    '### Praise',
    '- The names are short.',
    '- The reader is small.',
  ]
  const worth = documentWorth(lines, new Set(), 'report')
  const at = (line: number): number => worth[line] as number

  it('has the headings of all findings before the text of the first', () => {
    expect(at(7)).toBeGreaterThan(at(5))
    expect(at(4)).toBeGreaterThan(at(5))
  })

  it('has what to do before what is wrong, and praise last', () => {
    expect(at(6)).toBeGreaterThan(at(5))
    for (const line of [10, 11]) expect(at(line)).toBeLessThan(at(8))
  })
})

describe('a section about the work of others', () => {
  it('comes after those of the plan', () => {
    const lines = [
      '## Design',
      '- `read.ts` sorts rows',
      '## Related Work',
      '- `sorter` of others sorts rows',
      '## Files',
    ]
    const worth = documentWorth(
      [...lines, ...Array.from({ length: 12 }, (_, at) => `- file ${at}`)],
      new Set(['sorts', 'rows']),
      'current',
    )
    expect(worth[3]).toBeLessThan(worth[1] as number)
  })
})

describe('a line that says little alone', () => {
  const lines = [
    '## Format',
    '  "rows": 7,',
    'Rows are counted.',
    '**Priority**: Medium',
    '**File**: `read.ts`',
    '**Storage**: Rows are kept as they are read',
    ...Array.from({ length: 30 }, (_, at) => `- item ${at}`),
  ]
  const worthOf = (all: readonly string[]): readonly number[] =>
    documentWorth(all, new Set(['format']), 'given')

  it('is a property of a document, less one that names a file', () => {
    const [, , , priority = 0, file = 0, storage = 0] = worthOf(lines)
    expect(priority).toBeLessThan(file)
    expect(file).toBeLessThan(storage)
  })

  it('is a member of an example, not one of a file in JSON', () => {
    const [, member = 0, statement = 0] = worthOf(lines)
    expect(member).toBeLessThan(statement / 2)
    const [, data = 0] = worthOf(['{', '  "rows": 7,', '  "columns": 2', '}'])
    expect(data).toBeGreaterThan(member)
  })
})
