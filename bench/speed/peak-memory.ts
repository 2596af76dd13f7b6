/** The most memory that a large session takes beyond itself, in a process of its own. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinedSession } from './joined-session.ts'
import { median } from './median.ts'
import type { SpeedSession } from './speed-sessions.ts'

export interface PeakMemory {
  readonly bytes: number
  readonly messages: number
  readonly peakBytes: number
  /** With a young generation of 24 MB, as our own threads have: `--max-semi-space-size=8`. */
  readonly boundPeakBytes?: number
  /** In a process that V8 keeps small: `--optimize-for-size`. */
  readonly smallPeakBytes?: number
}

const wanted = 10_000_000
/** When V8 compiles and where it puts what lives long differs from run to run. */
const runs = 3
const program = join(import.meta.dirname, 'one-peak.ts')

export function measurePeakMemory(sessions: readonly SpeedSession[]): PeakMemory {
  const { bytes, messages, format } = joinedSession(sessions, wanted)
  const directory = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
  const file = join(directory, 'session.json')
  writeFileSync(file, JSON.stringify({ messages, format }))
  const peakOnce = (options: readonly string[]): number =>
    Number(execFileSync(process.execPath, ['--expose-gc', ...options, program, file], { encoding: 'utf8' }))
  const peak = (...options: readonly string[]): number =>
    median(Array.from({ length: runs }, () => peakOnce(options)))
  const peakBytes = peak()
  const boundPeakBytes = peak('--max-semi-space-size=8')
  const smallPeakBytes = peak('--optimize-for-size')
  rmSync(directory, { recursive: true })
  return { bytes, messages: messages.length, peakBytes, boundPeakBytes, smallPeakBytes }
}
