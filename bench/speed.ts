/**
 * How fast it is, first and later: `npm run bundle && node bench/speed.ts [PART…]`, with parts among those below; what was not
 * measured again stays as it was. CPU time, since other load on a machine does not lengthen it much; instructions where they
 * can be counted.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readResults, writeResults } from './results.ts'
import { type ColdCalls, measureColdCalls } from './speed/cold-calls.ts'
import { type Growth, measureGrowth } from './speed/growth.ts'
import { type InstructionCount, measureInstructions } from './speed/instructions.ts'
import { type LiveCosts, measureLiveSessions } from './speed/live-sessions.ts'
import { measurePeakMemory, type PeakMemory } from './speed/peak-memory.ts'
import { speedSessions } from './speed/speed-sessions.ts'
import { speedTable } from './speed/speed-table.ts'
import { measureStarts, type Starts } from './speed/starts.ts'
import { measureWarmCalls, type WarmCalls } from './speed/warm-calls.ts'
import { measureWorkerGain, type WorkerGain } from './speed/worker-gain.ts'

export interface SpeedResults {
  readonly warm?: WarmCalls
  readonly starts?: Starts
  readonly cold?: ColdCalls
  readonly live?: LiveCosts
  readonly workers?: WorkerGain
  readonly memory?: PeakMemory
  readonly growth?: Growth
  readonly instructions?: readonly InstructionCount[]
}

const parts: { readonly [Part in keyof SpeedResults]-?: Measure<Part> } = {
  warm: measureWarmCalls,
  starts: measureStarts,
  cold: measureColdCalls,
  live: measureLiveSessions,
  workers: measureWorkerGain,
  memory: measurePeakMemory,
  growth: measureGrowth,
  instructions: (_, { instructions }) => measureInstructions(instructions),
}

type Measure<Part extends keyof SpeedResults> = (
  sessions: Awaited<ReturnType<typeof speedSessions>>,
  known: SpeedResults,
) => Promise<SpeedResults[Part]> | SpeedResults[Part]

export async function benchSpeed(wanted: readonly string[] = []): Promise<void> {
  const sessions = await speedSessions()
  if (sessions.length === 0) {
    process.stdout.write('speed: skipped, there is no corpus (name its directory with --corpus)\n')
    return
  }
  const known = existsSync(join(import.meta.dirname, 'results/speed.json'))
    ? readResults<SpeedResults>('speed')
    : {}
  const results: Record<string, unknown> = { ...known }
  for (const [part, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(part)) continue
    process.stderr.write(`${part} …\n`)
    results[part] = await measure(sessions, known)
  }
  writeResults('speed', results, speedTable(results as SpeedResults))
}

if (import.meta.main) {
  const { positionals } = parseArgs({ allowPositionals: true, strict: false })
  await benchSpeed(positionals)
}
