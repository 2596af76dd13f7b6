import { describe, expect, it } from 'vitest'
import { labelsIn, otherSections } from '../../../../src/strategies/coverage/weigh/other-sections.ts'

const plan = [
  '# Plan',
  'Why.',
  '## Task 4: Wire it',
  '- call it',
  '### Step 1: pattern',
  'switch',
  '## Task 41: Report it (PR 3)',
  '- print it',
  '### Verification',
  'Run the tests.',
  '## Verification',
  'Run all.',
]

describe('otherSections', () => {
  it.each<[string, string]>([
    ['read the plan, specifically Task 4: wire it', '000000111100'],
    ['task 4.', '000000111100'],
    ['now task 41', '001111000000'],
    ['tasks 4 and 41', '000000000000'],
    ['task 4, then task 41', '000000000000'],
    ['task 4.1', '000000111100'],
    ['read the plan', '000000000000'],
    ['task #4', '000000111100'],
    ['its multitask 4', '000000000000'],
    ['step 1 of task 4', '000000111100'],
  ])('are those that %j does not name', (talk, others) => {
    expect(otherSections(plan, labelsIn(talk)).join('')).toBe(others)
  })

  it('are not the parts of the one that is named', () => {
    const lines = [
      '## Task 4',
      '### Task 4.1: read',
      'body',
      '### Task 4.2: write',
      'body',
      '## Task 5',
      'body',
    ]
    expect(otherSections(lines, labelsIn('task 4')).join('')).toBe('0000011')
    expect(otherSections(lines, labelsIn('task 4.1')).join('')).toBe('0001111')
  })
})
