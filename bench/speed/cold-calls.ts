/** The first call in a fresh process, beyond what the import takes: the median of so many processes. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './median.ts'
import { type SpeedSession, sessionNear } from './speed-sessions.ts'

export interface ColdCalls {
  readonly tokens: number
  readonly messages: number
  readonly processes: number
  readonly calls: Readonly<Record<string, Cost>>
}

export interface Cost {
  readonly cpuMs: number
  readonly wallMs: number
}

const size = 80_000
const processes = 20
const program = join(import.meta.dirname, 'one-call.ts')
export const coldCalls = ['compress', 'count', 'prune'] as const

export function measureColdCalls(sessions: readonly SpeedSession[]): ColdCalls {
  const session = sessionNear(sessions, size)
  const directory = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
  const file = join(directory, 'session.json')
  writeFileSync(file, JSON.stringify({ messages: session.messages, format: session.format }))
  const costs = new Map<string, Cost[]>(coldCalls.map(call => [call, []]))
  // In turns, so that other load on the machine meets all alike.
  for (let run = 0; run < processes; run += 1)
    for (const call of coldCalls) {
      const output = execFileSync(process.execPath, [program, call, file], { encoding: 'utf8' })
      costs.get(call)?.push(JSON.parse(output) as Cost)
    }
  rmSync(directory, { recursive: true })
  return {
    tokens: session.tokens,
    messages: session.messages.length,
    processes,
    calls: Object.fromEntries([...costs].map(([call, all]) => [call, medianOf(all)])),
  }
}

function medianOf(costs: readonly Cost[]): Cost {
  return { cpuMs: median(costs.map(({ cpuMs }) => cpuMs)), wallMs: median(costs.map(({ wallMs }) => wallMs)) }
}
