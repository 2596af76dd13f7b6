import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { raw, session } from '../../strategies/partition/session.ts'
import { type Workplace, workplace } from './run-fovea.ts'

let work: Workplace
beforeEach(() => {
  work = workplace()
})
afterEach(() => work.remove())

/** The session with a message every so many seconds. */
function timed(seconds: number): string {
  return JSON.stringify(
    raw(session()).map((message, at) => ({
      ...(message as object),
      timestamp: new Date(Date.UTC(2026, 0, 1) + at * seconds * 1000).toISOString(),
    })),
  )
}

it('fovea compress -s partition goes by the times of the session, and says how long it took', async () => {
  writeFileSync(work.path('fresh.json'), timed(1))
  writeFileSync(work.path('old.json'), timed(7200))
  const made = (file: string) =>
    work.fovea(['compress', file, '-s', 'partition', '--recent', '0', '--dry-run', '--json'])
  const [fresh, old, shown] = await Promise.all([
    made('fresh.json'),
    made('old.json'),
    work.fovea(['compress', 'old.json', '-s', 'partition', '--dry-run']),
  ])
  const receipt = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout).receipt
  const reducers = (receipt(old).changes as readonly { readonly reducer: string }[]).map(
    ({ reducer }) => reducer,
  )
  expect(reducers).toContain('file-pointer')
  expect(JSON.stringify(receipt(fresh).changes)).not.toContain('file-pointer')
  expect(receipt(old).metrics.time.value).toBeGreaterThan(0)
  expect(shown.stderr).toMatch(
    /metrics: \d+ of \d+ key facts? visible, \d+ of \d+ originals? come back, \d+\.\d s/,
  )
})
