import { describe, expect, it } from 'vitest'
import type { Fact, Row } from '../../../../src/ledger/ledger.ts'
import { namedUnchanged } from '../../../../src/strategies/coverage/head/named-unchanged.ts'

function row(section: string, key: string, more: Partial<Row>): Row {
  return { section, key, state: '', value: '', by: 'assistant', first: 4, last: 4, facts: [], ...more }
}

const plan = `Files to change:
- \`src/tax/rates.ts\` (new field), src/tax/rates.test.ts
- \`invoice.ts\`, \`src/cart.ts\` and ./src/shop.ts; see README.md, settings.json`

const changed = (...keys: readonly string[]): readonly Row[] =>
  keys.map(key => row('files', key, { state: 'modified', last: 5 }))

describe('namedUnchanged', () => {
  it('names the files of a request that were not changed after it', () => {
    expect(namedUnchanged(plan, 1, changed('/w/src/tax/rates.ts', '/w/src/tax/rates.test.ts'))).toBe(
      'invoice.ts, src/cart.ts, src/shop.ts',
    )
  })

  it('takes a file that was changed before, or only read, as unchanged', () => {
    const rows = [
      ...changed('/w/src/tax/rates.ts', '/w/src/invoice.ts'),
      row('files', '/w/src/cart.ts', { state: 'read', last: 6 }),
      row('files', '/w/src/shop.ts', { state: 'modified', last: 1 }),
    ]
    expect(namedUnchanged(plan, 1, rows)).toBe('src/tax/rates.test.ts, src/cart.ts, src/shop.ts')
  })

  it('says nothing of a file that an edit without an answer may have changed', () => {
    const edit = { section: 'files', kind: 'modified', turn: 6, isDoubtful: true } as Fact
    const rows = [
      ...changed('/w/src/tax/rates.ts', '/w/src/tax/rates.test.ts'),
      row('files', '/w/src/cart.ts', { state: 'read, perhaps modified', last: 6, facts: [edit] }),
    ]
    expect(namedUnchanged(plan, 1, rows)).toBe('invoice.ts, src/shop.ts')
  })

  it('says nothing of a request that names hardly any of the changed files', () => {
    expect(namedUnchanged(plan, 1, changed('/w/src/tax/rates.ts', '/w/src/other.ts'))).toBe('')
    expect(namedUnchanged('', 1, changed('/w/a.ts', '/w/b.ts'))).toBe('')
  })

  it.each([
    'Add a field to `a.ts` and `b.ts`, like in `c.ts`.',
    '## Changes\n\n- `a.ts`\n- `b.ts`\n\n## Reference\n\n- `c.ts` (helpers)',
    'Update a.ts and b.ts. The error is at c.ts:12.',
    'Change a.ts and b.ts; follow the pattern of c.ts',
    '# Add a cache\n\n## Problem\n\n- c.ts is slow\n\n## Changes\n\n- a.ts\n- b.ts',
    'Read c.ts, then update a.ts and b.ts',
    'Move the helpers from c.ts to a.ts and b.ts',
    'The crash is somewhere in a.ts, b.ts or c.ts.',
    'Update a.ts and b.ts:\n```\nimport { x } from "./lib/c.ts"\n```',
  ])('does not name a file that a request only refers to: %s', request => {
    expect(namedUnchanged(request, 1, changed('/w/a.ts', '/w/b.ts'))).toBe('')
  })

  it.each([
    'Add a field to `a.ts`, `b.ts` and `c.ts`.',
    '## Files to modify\n\n1. a.ts - one\n2. b.ts\n3. c.ts - three',
    '## Step 1: Create the agent\n\n### a.ts\n### b.ts\n### c.ts',
    'Rename it in these files:\n- a.ts\n- b.ts\n- c.ts',
  ])('names a file that a request asks to change: %s', request => {
    expect(namedUnchanged(request, 1, changed('/w/a.ts', '/w/b.ts'))).toBe('c.ts')
  })

  it('counts what is beyond six', () => {
    const names = Array.from({ length: 10 }, (_, at) => `f${at}.ts`)
    expect(namedUnchanged(`Update ${names.join(' ')}`, 1, changed('/w/f0.ts', '/w/f1.ts'))).toBe(
      'f2.ts, f3.ts, f4.ts, f5.ts, f6.ts, f7.ts, +2',
    )
  })

  it('says nothing of a request that lists a whole project', () => {
    const names = Array.from({ length: 200 }, (_, at) => `f${at}.ts`)
    expect(namedUnchanged(names.join(' '), 1, changed('/w/f0.ts', '/w/f1.ts'))).toBe('')
  })
})
