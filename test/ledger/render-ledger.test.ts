import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FoveaError } from '../../src/errors.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { parseLedger } from '../../src/ledger/markdown/parse-ledger.ts'
import { renderLedger } from '../../src/ledger/markdown/render-ledger.ts'
import { commonDirectory } from '../../src/scan/actions/shell/join-path.ts'
import { handlesIn } from '../../src/scan/marker.ts'
import { estimateCounter } from '../../src/tokens/tokens.ts'
import { answered, said } from '../tools/evaluate/messages.ts'
import { steps } from './steps.ts'

const counter = estimateCounter()

const session = [
  said('user', 'Add a flag. Never touch the lexer!'),
  ...answered('Read', { file_path: '/repo/src/a.ts' }, 'text'),
  ...answered(
    'Edit',
    { file_path: '/repo/src/a.ts', old_string: 'x', new_string: 'function parseArgs(a) {}' },
    'done',
  ),
  ...answered('Bash', { command: 'npm test' }, 'Exit code 1\nTypeError: x is not a function', true),
  said('assistant', 'I decided to keep the old flag. This avoids a break.'),
]

describe('rendering', () => {
  it('shows every section in its order, and says where there is nothing', () => {
    expect(renderLedger(ledgerOfMessages(session)).text).toBe(`# Session ledger (8 messages, from #1)

## Session Intent
- original #1 user: Add a flag. Never touch the lexer!

## What the user said
- typed #1 user: Add a flag. Never touch the lexer!

## Files
- /repo/src/a.ts (read, modified; #2–#4): parseArgs

## Commands
- ran \`npm test\` → exit 1 #6

## Checks
- failed #7 \`npm test\`: TypeError: x is not a function

## Git
- commits #4: none shown by these calls

## Errors
- open #7 ran \`npm test\`: TypeError: x is not a function

## Decisions
- #8 assistant: I decided to keep the old flag.
  Why: This avoids a break.

## Since the last request
- said #8 assistant: I decided to keep the old flag. This avoids a break.
- last edit applied #4 assistant: Edit /repo/src/a.ts

## Current State
none

## Open Questions
none

## Next Steps
none

## Constraints
- #1 user: Never touch the lexer!
`)
    expect(renderLedger(ledgerOfMessages([])).text.match(/^none$/gm)).toHaveLength(12)
  })

  it('names a common directory once', () => {
    const relative = answered('Read', { file_path: 'lib/b.ts' }, 'text')
    const { text } = renderLedger(ledgerOfMessages([...session, ...relative]), { root: '/repo/' })
    expect(text).toContain(
      '## Files\nunder /repo/\n- src/a.ts (read, modified; #2–#4): parseArgs\n- ./lib/b.ts (read; #9)\n',
    )
    const keys = parseLedger(text).rows.flatMap(({ section, key }) => (section === 'files' ? [key] : []))
    expect(keys).toEqual(['/repo/src/a.ts', 'lib/b.ts'])
    expect(renderLedger(ledgerOfMessages(session), { root: '/elsewhere' }).text).not.toContain('under ')
  })

  it('finds the directory that saves the most', () => {
    expect(commonDirectory(['/w/app/src/a.ts', '/w/app/src/b.ts', '/w/app/test/c.ts', '/etc/hosts'])).toBe(
      '/w/app',
    )
    expect(commonDirectory(['/w/a/one.ts', '/w/b/two.ts', '/w/c/three.ts'])).toBe('/w')
    expect(commonDirectory(['/etc/hosts', 'src/a.ts', 'src/b.ts'])).toBeUndefined()
    expect(commonDirectory(['C:/w/one.ts', 'C:/v/two.ts'])).toBeUndefined()
  })

  it('names in one line the sections that show nothing, where it is to be brief', () => {
    const { text, tokens } = renderLedger(ledgerOfMessages(session), { isBrief: true, counter, tokens: 84 })
    expect(text).toBe(`# Session ledger (8 messages, from #1)

## Session Intent
- original #1 user: Add a flag. Never touch the lexer!

[left out: What the user said 1, Files 1, Commands 1, Checks 1, Git 1, Errors 1, Decisions 1, Since the last request 2, Constraints 1]
`)
    expect(tokens).toBeLessThanOrEqual(84)
    expect(parseLedger(text).omitted).toEqual({
      talk: 1,
      files: 1,
      commands: 1,
      checks: 1,
      git: 1,
      errors: 1,
      decisions: 1,
      doing: 2,
      constraints: 1,
    })
    expect(renderLedger(ledgerOfMessages([]), { isBrief: true }).text).toBe(
      '# Session ledger (0 messages, from #1)\n\n',
    )
  })

  it('lets sections take turns where it is to be brief', () => {
    const rules = Array.from({ length: 30 }, (_, at) => `You must never skip step number ${at} of them.`)
    const edit = answered('Edit', { file_path: '/repo/a.ts', old_string: 'x', new_string: 'y' }, 'done')
    const ledger = ledgerOfMessages([said('user', rules.join('\n')), ...edit])
    const shown = (isBrief: boolean): readonly string[] =>
      (renderLedger(ledger, { isBrief, counter, tokens: 300 }).text.match(/^- .*/gm) ?? []).map(
        row => /never skip|a\.ts/.exec(row)?.[0] ?? 'other',
      )
    expect(shown(true)).toContain('a.ts')
    expect(shown(true).filter(row => row === 'never skip').length).toBeGreaterThan(3)
    expect(shown(false)).not.toContain('a.ts')
  })

  it('keeps the bytes of rows that did not change', () => {
    fc.assert(
      fc.property(steps, steps, (a, b) => {
        const lines = (ledger: Ledger): ReadonlyMap<string, string> =>
          new Map(
            ledger.rows.map(row => [
              JSON.stringify({ ...row, facts: row.facts.length }),
              renderLedger({ ...ledger, rows: [row] }).text,
            ]),
          )
        const before = lines({ ...ledgerOfMessages(a.flat()), turns: 0 })
        const after = lines({ ...ledgerOfMessages([...a, ...b].flat()), turns: 0 })
        for (const [row, text] of before) if (after.has(row)) expect(after.get(row)).toBe(text)
      }),
      { numRuns: 30 },
    )
  })
})

describe('a budget', () => {
  const reads = Array.from({ length: 60 }, (_, index) =>
    answered('Read', { file_path: `src/read-${index}.ts` }, 'text'),
  )
  const ledger = ledgerOfMessages([...session, ...reads.flat()])

  it('is met, and what is left out is counted', () => {
    const whole = renderLedger(ledger, { counter, caps: {} })
    for (const tokens of [300, 340, 500]) {
      const { text, omitted, isWithin, tokens: cost } = renderLedger(ledger, { tokens, counter, caps: {} })
      expect(counter.count(text)).toBe(cost)
      expect(cost).toBeLessThanOrEqual(tokens)
      expect(isWithin).toBe(true)
      expect(text).toContain(`[${omitted.length} more]`)
      expect(omitted.every(({ section, state }) => section === 'files' && state === 'read')).toBe(true)
      expect(omitted.length).toBeLessThan(60)
    }
    expect(whole.omitted).toEqual([])
  })

  it('drops the oldest of what is worth least first', () => {
    const { text } = renderLedger(ledger, { tokens: 400, counter, caps: {} })
    expect(text).toContain('src/read-59.ts')
    expect(text).not.toContain('src/read-0.ts')
    expect(text).toContain('Never touch the lexer!')
  })

  it('that nothing can meet yields the headings and says so', () => {
    const { text, isWithin, omitted } = renderLedger(ledger, { tokens: 10, counter })
    expect(isWithin).toBe(false)
    expect(text).toContain('## Constraints\n[1 more]\n')
    expect(omitted).toHaveLength(ledger.rows.filter(({ state }) => state !== 'hidden').length)
  })

  it('names the handle of what is left out', () => {
    const { text } = renderLedger(ledger, { caps: { files: 5 }, stored: 'db_0123456789ab' })
    expect(text).toContain('[55 more, stored: db_0123456789ab]')
    expect(handlesIn(text)).toEqual(['db_0123456789ab'])
    expect(parseLedger(text).omitted).toEqual({ files: 55 })
  })

  it('holds for any ledger', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 90, max: 900 }), (a, tokens) => {
        const { text, isWithin, omitted } = renderLedger(ledgerOfMessages(a.flat()), { tokens, counter })
        expect(counter.count(text) <= tokens).toBe(isWithin)
        const missing = Array.from(text.matchAll(/^\[(\d+) more\]$/gm), found => Number(found[1]))
        expect(missing.reduce((sum, count) => sum + count, 0)).toBe(omitted.length)
      }),
      { numRuns: 60 },
    )
  })
})

describe('parsing', () => {
  const shown = ({ rows }: Ledger): readonly unknown[] =>
    rows
      .filter(({ state }) => state !== 'hidden')
      .map(({ section, state, value, note, by, first, last, supersededBy }) => ({
        section,
        state,
        value,
        note,
        by,
        first,
        last,
        supersededBy,
      }))

  it('brings back what was rendered', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (a, hasRoot) => {
        const ledger = ledgerOfMessages(a.flat())
        const options = { caps: {}, ...(hasRoot ? { root: '/repo' } : {}) }
        const { text } = renderLedger(ledger, options)
        const parsed = parseLedger(text)
        expect(shown(parsed)).toEqual(shown(ledger))
        expect(renderLedger(parsed, options).text).toBe(text)
        expect(parsed.turns).toBe(ledger.turns)
      }),
      { numRuns: 200 },
    )
  })

  it('takes no rendered command for a proof that an error is gone', () => {
    const command = 'cd app && npx vitest run a.test.ts 2>&1 | tail -20'
    const ledger = ledgerOfMessages([
      ...answered('Bash', { command }, 'Exit code 2\nfine', true),
      ...answered('Bash', { command }, 'TypeError: x is not a function\n  at a.ts', false),
    ])
    const { text } = renderLedger(ledger)
    expect(text).toContain('- open #2 ran')
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  it('brings back what was left of a rendering within a budget', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 90, max: 400 }), (a, tokens) => {
        const { text } = renderLedger(ledgerOfMessages(a.flat()), { tokens, counter })
        expect(renderLedger(parseLedger(text), { caps: {} }).text).toBe(text)
      }),
      { numRuns: 100 },
    )
  })

  it('refuses what is no ledger, and says where', () => {
    expect(() => parseLedger('Hello')).toThrow(/Line 1 of the ledger .*does not begin/)
    const text = renderLedger(ledgerOfMessages(session)).text
    const broken = text.replace('- ran `npm test` → exit 1 #6', '- npm test went wrong')
    expect(() => parseLedger(broken)).toThrow('Line 13 of the ledger cannot be read.')
    try {
      parseLedger(text.replace('none', 'nothing'))
    } catch (error) {
      expect(FoveaError.isInstance(error) && error.code).toBe('corrupt')
    }
  })
})

describe('with little room', () => {
  const edits = Array.from({ length: 60 }, (_, at) =>
    answered(
      'Edit',
      { file_path: `/repo/src/part-${at}.ts`, old_string: 'x', new_string: `function part${at}() {}` },
      'The file was updated.',
    ),
  ).flat()
  const todos = ['Write the parser', 'Write the tests', 'Write the page'].map((content, at) => ({
    content,
    status: at === 0 ? 'completed' : 'pending',
  }))

  it('shows what is left to do, checks, git and what the user said before the files that were changed', () => {
    const ledger = ledgerOfMessages([
      said('user', 'Build it in small parts, one file each.'),
      ...answered('TodoWrite', { todos }, 'ok'),
      ...edits,
      ...answered('Bash', { command: 'npm run lint' }, 'Found 2 errors.', true),
      ...answered('Bash', { command: 'git branch --show-current' }, 'feature/parts', false),
      said('user', 'Now write the page, and keep it to one screen.'),
    ])
    const { text } = renderLedger(ledger, { tokens: 420, counter, isPresentFirst: true })
    for (const shown of [
      'Now write the page',
      'Write the tests',
      'Write the page',
      'failed #125 `npm run lint`',
      'feature/parts',
      'Build it in small parts',
    ])
      expect(text).toContain(shown)
    expect(text).toMatch(/part-\d+\.ts/)
  })

  it('leaves room for the other sections beside a section of many rows', () => {
    const many = Array.from({ length: 200 }, (_, at) => ({
      content: `Do thing number ${at}`,
      status: 'pending',
    }))
    const ledger = ledgerOfMessages([
      said('user', 'Do all of it.'),
      ...answered('TodoWrite', { todos: many }, 'ok'),
      ...answered('Bash', { command: 'npm test' }, 'Tests  3 passed (3)', false),
    ])
    const { text } = renderLedger(ledger, { tokens: 400, counter, isPresentFirst: true })
    expect(text).toContain('passed #5 `npm test`')
    expect(text).toContain('Do thing number 199')
  })
})
