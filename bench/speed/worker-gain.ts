/** What `workers` saves of the time by the clock, on a history of some megabytes. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinedSession } from './joined-session.ts'
import { median } from './median.ts'
import type { SpeedSession } from './speed-sessions.ts'

export interface WorkerGain {
  readonly bytes: number
  readonly cores: number
  /** By the number of workers, from 0 on. */
  readonly calls: readonly { readonly firstMs: number; readonly laterMs: number }[]
}

const wanted = 3_000_000
const processes = 5
const program = join(import.meta.dirname, 'some-calls.ts')

export function measureWorkerGain(sessions: readonly SpeedSession[]): WorkerGain {
  const { bytes, ...session } = joinedSession(sessions, wanted)
  const directory = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
  const file = join(directory, 'session.json')
  writeFileSync(file, JSON.stringify(session))
  const times: number[][][] = [[], [], []]
  // In turns, so that other load on the machine meets all alike.
  for (let run = 0; run < processes; run += 1)
    for (const [workers, all] of times.entries()) {
      const output = execFileSync(process.execPath, [program, file, String(workers)], { encoding: 'utf8' })
      all.push(JSON.parse(output) as number[])
    }
  rmSync(directory, { recursive: true })
  return {
    bytes,
    cores: availableParallelism(),
    calls: times.map(all => ({
      firstMs: median(all.map(([first = Number.NaN]) => first)),
      laterMs: median(all.map(([, ...later]) => median(later.slice(-2)))),
    })),
  }
}
