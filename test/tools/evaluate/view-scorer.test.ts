import { describe, expect, it } from 'vitest'
import type { MethodView } from '../../../src/tools/evaluate/method.ts'
import { viewSaying } from '../../../src/tools/evaluate/methods/text-view.ts'
import type { Need } from '../../../src/tools/evaluate/needs.ts'
import { viewScorer } from '../../../src/tools/evaluate/view-scorer.ts'
import { agent, run, user, wordHistory } from './word-history.ts'

const history = wordHistory([
  user('Please mend parseRows in the importer. Never touch the migrations folder. Always run the tests.'),
  ...run(
    'c1',
    'Read',
    '{"file_path":"src/rows.ts"}',
    'export function parseRows(input) calls splitLine for every line',
  ),
  ...run(
    'c2',
    'Edit',
    '{"file_path":"src/rows.ts","old_string":"slice","new_string":"inBatches"}',
    'The file src/rows.ts has been updated.',
  ),
  ...run('c3', 'Bash', '{"command":"npx vitest run"}', 'Tests  3 passed'),
  agent('The importer drops maxBatch rows.'),
])
const need = (atom: string, isDeep: boolean): Need => ({ atom, isDeep })
const needs = [
  need('parseRows', true),
  need('splitLine', true),
  need('maxBatch', false),
  need('src/rows.ts', true),
]
const future = wordHistory([agent('parseRows and splitLine need maxBatch in src/rows.ts')]).messages
const score = viewScorer(history, needs, { future })

describe('viewScorer', () => {
  it('gives the whole history full marks', () => {
    const scores = score({ messages: history.messages, text: history.text })
    expect(scores.use).toEqual({ visible: 1, grounded: 1, reachable: 1 })
    expect(scores.deepUse).toEqual({ visible: 1, grounded: 1, reachable: 1 })
    expect(scores.information).toBeCloseTo(1)
    expect(scores.rules).toBe(1)
    expect(scores.trail).toEqual({ precision: 1, recall: 1, f1: 1 })
    expect(scores.probes).toMatchObject({ visible: 1, reachable: 0, lost: 0, passed: 1 })
  })

  it('gives an empty view none', () => {
    const scores = score(viewSaying(''))
    expect(scores.use).toEqual({ visible: 0, grounded: 0, reachable: 0 })
    // An empty text takes a byte to compress.
    expect(scores.information).toBeLessThan(0.05)
    expect(scores.rules).toBe(0)
    expect(scores.trail).toMatchObject({ recall: 0, f1: 0 })
    expect(scores.probes).toMatchObject({ visible: 0, lost: 1, passed: 0 })
  })

  it('distinguishes all needs from deep ones, and a name from a name in its place', () => {
    const scores = score(viewSaying('parseRows splitLine. The importer drops maxBatch rows.'))
    expect(scores.use.visible).toBe(3 / 4)
    expect(scores.deepUse.visible).toBe(2 / 3)
    expect(scores.use.grounded).toBeLessThanOrEqual(scores.use.visible)
    const bare = score(viewSaying('maxBatch'))
    expect(bare.use).toEqual({ visible: 1 / 4, grounded: 0, reachable: 1 / 4 })
  })

  it('counts the rules that are verbatim, and every probe as one of three', () => {
    const scores = score(viewSaying('Never touch the migrations folder.'))
    expect(scores.rules).toBe(1 / 2)
    const part = score(viewSaying('Please mend parseRows in the importer.')).probes
    expect(part?.visible).toBeGreaterThan(0)
    expect(part?.visible).toBeLessThan(1)
    expect((part?.visible ?? 0) + (part?.reachable ?? 0) + (part?.lost ?? 0)).toBeCloseTo(1)
    expect(part?.passed).toBe(0)
  })

  it('counts what is in an original that the view names as reachable', () => {
    const view: MethodView = { ...viewSaying('maxBatch'), reachable: () => ['splitLine', 'parseRows here'] }
    expect(score(view).use).toEqual({ visible: 1 / 4, grounded: 0, reachable: 3 / 4 })
    expect(score(view).deepUse.reachable).toBe(2 / 3)
  })

  it('judges validity and restoration where a method promises them, and only there', () => {
    expect(score(viewSaying(''))).not.toHaveProperty('valid')
    expect(score(viewSaying(''))).not.toHaveProperty('restored')
    const [first, ...rest] = history.raw
    const whole = { ...viewSaying(''), raw: history.raw, restore: () => [first, ...rest] }
    expect(score(whole)).toMatchObject({ valid: 1, restored: 1 })
    // The result of a call that is gone.
    const broken = { ...viewSaying(''), raw: [history.raw[0], history.raw[2]], restore: () => rest }
    expect(score(broken)).toMatchObject({ valid: 0, restored: 0 })
  })

  it('leaves out what there was nothing to count of', () => {
    const quiet = wordHistory([user('hello'), agent('hi')])
    const scores = viewScorer(quiet, [], { future })(viewSaying('hello'))
    expect(scores).not.toHaveProperty('rules')
    expect(scores).not.toHaveProperty('trail')
    expect(scores.use).toEqual({ visible: 0, grounded: 0, reachable: 0 })
  })
})
