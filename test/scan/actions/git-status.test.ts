import { describe, expect, it } from 'vitest'
import { readStatus } from '../../../src/scan/actions/git-status.ts'

describe('the first line of a short status', () => {
  it.each([
    ['## main...origin/main', 'yes: up to date with origin/main'],
    ['## main...origin/main [ahead 1]', 'no: ahead 1 of origin/main'],
    ['## main...origin/main [behind 2]', 'yes: behind origin/main by 2'],
    ['## main...origin/main [ahead 1, behind 2]', 'no: ahead 1, behind 2 of origin/main'],
    ['## main...origin/main [gone]', undefined],
    ['## fix/a...origin/fix/a', 'yes: up to date with origin/fix/a'],
    ['## fix/a...origin/main', 'tracks origin/main'],
    ['## fix/a...origin/main [ahead 1]', 'tracks origin/main, ahead 1'],
    ['## fix/a...origin/main [gone]', undefined],
  ])('%s', (line, tracking) => {
    expect(readStatus([line, '?? notes.md'], true)?.tracking).toBe(tracking)
  })
})
