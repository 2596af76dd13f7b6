import { describe, expect, it } from 'vitest'
import {
  findingHeadings,
  isNumberedHeading,
} from '../../../../src/strategies/coverage/facts/finding-headings.ts'

describe('findingHeadings', () => {
  it('finds numbered headings below one that speaks of findings', () => {
    const lines = [
      '## Review',
      'Two.',
      '**1. The port is fixed.**',
      'Text.',
      '### 2. No test',
      '## 3 files',
      '1. One',
    ]
    expect(findingHeadings(lines)).toEqual([2, 4])
    expect(findingHeadings(['### Issue 2: No test'])).toEqual([0])
  })

  it('finds none among the sections of a description', () => {
    expect(findingHeadings(['## Layout', '### 1. Reader', '### 2. Writer'])).toEqual([])
    expect(findingHeadings(['## Review', '## Layout', '### 1. Reader'])).toEqual([])
  })
})

it('no step is a numbered finding', () => {
  expect(isNumberedHeading('### Step 2: Add the test')).toBe(false)
  expect(isNumberedHeading('### 2) Add the test')).toBe(true)
})
