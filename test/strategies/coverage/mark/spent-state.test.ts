import { expect, it } from 'vitest'
import { spentState } from '../../../../src/strategies/coverage/mark/spent-state.ts'

it.each([
  [
    'numbered',
    ['7. Pending Tasks:', '   - Write it', '8. Current Work:', '   I was reading it.', '9. Files:', 'a.ts'],
    [2, 3],
  ],
  [
    'with signs',
    ['## Current State', 'It builds.', '### Next Steps', '- Run it', '## Files', '- a.ts'],
    [0, 1, 2, 3],
  ],
  ['bold', ['**Next Steps:**', '1. Run it', '**Files**', 'a.ts'], [0, 1]],
  [
    'in a list',
    ['- **Errors**: fixed', '- **Current failing test**: adds names', '  expected 2', '- **Files**: a.ts'],
    [1, 2],
  ],
  ['with a word of its own', ['10. **Current error**: no module', '11. **Current behavior**: none'], [0]],
  [
    'not done',
    ['   - Solved: the names', '   - Ongoing: tests fail', '     in one file', '   - Solved: the log'],
    [1, 2],
  ],
  ['none', ['We speak of current work.', '1. Read it'], []],
])('finds what a summary says of its own time: %s', (_, lines, spent) => {
  expect(spentState(lines, 'followed')).toEqual(spent)
})

it('takes what was pending for done long after the summary', () => {
  const lines = [
    '6. Requests:',
    '7. Pending Tasks:',
    '   - Write it',
    '8. Files:',
    '### In Progress',
    '- Test',
  ]
  expect(spentState(lines, 'followed')).toEqual([])
  expect(spentState(lines, 'old')).toEqual([1, 2, 4, 5])
})

it('finds items that were current, with what continues them', () => {
  const lines = [
    '   - The log: fixed',
    '   - Tests fail (CURRENT): no log.',
    'Three of them.',
    '   - Names: kept',
  ]
  expect(spentState(lines, 'followed', at => at === 2)).toEqual([1, 2])
})
