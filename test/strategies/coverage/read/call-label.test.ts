import { describe, expect, it } from 'vitest'
import { callLabel } from '../../../../src/strategies/coverage/read/call-label.ts'

describe('callLabel', () => {
  it.each([
    ['Bash npm test', 'Bash npm test'],
    ['Bash cd /home/me/shop && npm test 2>&1 | tail -5', 'Bash cd …/shop && npm test'],
    ['Bash CI=1 TZ="UTC" timeout 60 npm test', 'Bash npm test'],
    ['Bash sudo -u me ls', 'Bash -u me ls'],
    ['Bash git -C /home/me/shop log --oneline -3', 'Bash git -C …/shop log --oneline -3'],
    [
      'Bash git diff main...HEAD --stat -- packages/prices/src/totals.ts',
      'Bash git diff main...HEAD …/src/totals.ts',
    ],
    [
      'Bash git diff main...HEAD --stat -- packages/prices/src/taxes.ts',
      'Bash git diff main...HEAD …/src/taxes.ts',
    ],
  ])('shortens the command %s to %s', (title, label) => {
    expect(callLabel(title, true)).toBe(label)
  })

  it('keeps the last part of the directory that was searched', () => {
    expect(callLabel('Grep "total" in /home/me/shop/src', false)).toBe('Grep "total" in …/src')
  })

  it('keeps the name of a tool whole', () => {
    const name = 'mcp__issue-tracker__list_documents'
    expect(callLabel(`${name} id=2f1c9a7e-9270-468079c0739f`, false)).toBe(`${name} …`)
  })

  it('leaves what only looks like a variable in what is no command', () => {
    expect(callLabel('find id=12 of the order', false)).toBe('find id=12 of the order')
  })
})
