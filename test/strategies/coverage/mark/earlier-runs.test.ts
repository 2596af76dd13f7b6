import { describe, expect, it } from 'vitest'
import { type CommandRun, earlierRuns } from '../../../../src/strategies/coverage/mark/earlier-runs.ts'

function runs(...all: readonly Partial<CommandRun>[]): readonly CommandRun[] {
  return all.map((run, line) => ({
    command: './load',
    key: './load',
    line,
    message: line,
    outcome: '',
    isCheck: false,
    hasFailed: false,
    hasPassed: false,
    ...run,
  }))
}

describe('earlierRuns', () => {
  it('replaces what went well, and what came out the same', () => {
    const failed = { outcome: 'exit 1: no key', hasFailed: true }
    const earlier = earlierRuns(runs({ outcome: '3 rows' }, failed, failed, { key: 'ls' }))
    expect(earlier.map(({ run, latest, isReplaced }) => [run.line, latest.line, isReplaced])).toEqual([
      [1, 2, true],
      [0, 2, true],
    ])
  })

  it('keeps another failure, and says where the latest run had none', () => {
    const failed = { outcome: 'exit 1: no key', hasFailed: true }
    const mended = (...all: readonly Partial<CommandRun>[]): readonly boolean[] =>
      earlierRuns(runs(...all)).map(({ isFixed }) => isFixed)
    expect(earlierRuns(runs(failed, { outcome: '3 rows' }))).toMatchObject([
      { isReplaced: false, isFixed: true, latest: { line: 1 } },
    ])
    expect(mended(failed, { ...failed, outcome: 'exit 2: no table' })).toEqual([false])
    expect(mended({ ...failed, isCheck: true }, {})).toEqual([false])
    expect(mended(failed, { command: './load | tail -5' })).toEqual([false])
  })

  it('names the next run in which a check passed, if that is known', () => {
    const failed = { outcome: 'exit 1: 2 failed', isCheck: true, hasFailed: true }
    const passed = { isCheck: true, hasPassed: true, command: './load | tail -5' }
    const passedIn = (...all: readonly Partial<CommandRun>[]): readonly (number | undefined)[] =>
      earlierRuns(runs(...all)).flatMap(({ run, passed: next }) => (run.hasFailed ? [next?.line] : []))
    expect(passedIn(failed, { isCheck: true }, passed)).toEqual([1])
    expect(passedIn(failed, passed, { ...failed, outcome: 'exit 1: 1 failed' })).toEqual([1])
    expect(passedIn(failed, { ...passed, hasPassed: false })).toEqual([undefined])
    expect(passedIn({ ...failed, isCheck: false }, passed)).toEqual([undefined])
  })
})
