import { expect, it } from 'vitest'
import type { GateReport } from '../../src/receipt.ts'
import { isNoWorse, type ViewOutcome } from '../../src/view/view-outcome.ts'

const budget = (met: boolean): ViewOutcome['budget'] => ({ tokens: 100, met })

/** A gate with so many critical questions, and so many of them answered by the view. */
function gate(critical: number, criticalVisible: number): GateReport {
  return {
    outcome: critical === criticalVisible ? 'passed' : 'missed',
    probes: critical,
    visible: criticalVisible,
    score: criticalVisible / critical,
    critical,
    criticalVisible,
    missedBefore: 0,
    misses: [],
  }
}

function outcome(facts: Pick<ViewOutcome, 'budget' | 'gate'>): ViewOutcome {
  return { drafts: [], notes: [], tokens: 90, isExact: true, ...facts }
}

it.each([
  ['has no budget, as before', true, {}, {}],
  ['meets its budget, as before', true, { budget: budget(true) }, { budget: budget(true) }],
  ['does not meet its budget, as before', true, { budget: budget(false) }, { budget: budget(false) }],
  ['meets a budget that was not met', true, { budget: budget(true) }, { budget: budget(false) }],
  ['does not meet a budget that was met', false, { budget: budget(false) }, { budget: budget(true) }],
  ['misses as many critical facts', true, { gate: gate(4, 3) }, { gate: gate(4, 3) }],
  ['misses as many of fewer critical facts', true, { gate: gate(3, 2) }, { gate: gate(4, 3) }],
  ['misses fewer critical facts', true, { gate: gate(4, 4) }, { gate: gate(4, 3) }],
  ['misses more critical facts', false, { gate: gate(4, 2) }, { gate: gate(4, 3) }],
  [
    'misses more critical facts within its budget',
    false,
    { budget: budget(true), gate: gate(4, 2) },
    { budget: budget(true), gate: gate(4, 3) },
  ],
] as const)('a view that was chosen again and %s: no worse is %s', (_, isSo, again, before) => {
  expect(isNoWorse(outcome(again), outcome(before))).toBe(isSo)
})
