/**
 * `node bench/speed/check-instructions.ts`: fails where the first compression of the example session takes a tenth more
 * instructions than `bench/results/speed.json` says. `--valgrind` counts with it where `perf` cannot, in about a minute.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readResults } from '../results.ts'
import type { SpeedResults } from '../speed.ts'
import { countInstructions, type InstructionCount, instructionCounter } from './instructions.ts'

const tolerance = 0.1

export type Verdict = { readonly isFailure: boolean; readonly message: string }

/** Counts of another counter or another Node cannot be compared. */
export function verdictOn(now: InstructionCount, known: readonly InstructionCount[]): Verdict {
  const before = known.find(
    ({ counter, node, arch }) => counter === now.counter && node === now.node && arch === now.arch,
  )
  const millions = (count: InstructionCount): string => `${Math.round(count.instructions / 1e6)} million`
  if (before === undefined)
    return {
      isFailure: false,
      message: `not compared: ${millions(now)} by ${now.counter}, Node ${now.node} on ${now.arch}, of which no count is recorded`,
    }
  const growth = now.instructions / before.instructions - 1
  const change = `${growth < 0 ? '-' : '+'}${Math.abs(100 * growth).toFixed(1)} %`
  const message = `${millions(now)}, recorded ${millions(before)} (${change})`
  return { isFailure: growth > tolerance, message }
}

async function check(): Promise<Verdict> {
  const counter = instructionCounter(process.argv.includes('--valgrind') ? ['perf', 'valgrind'] : ['perf'])
  if (counter === undefined)
    return { isFailure: false, message: 'not counted: this machine offers no counter of instructions (perf)' }
  if (!existsSync(join(import.meta.dirname, '../../dist/index.js')))
    return { isFailure: true, message: 'there is no bundle: run "npm run bundle"' }
  return verdictOn(await countInstructions(counter), readResults<SpeedResults>('speed').instructions ?? [])
}

if (import.meta.main) {
  const { isFailure, message } = await check()
  process.stdout.write(`instructions of the first compression: ${message}\n`)
  if (isFailure) process.exitCode = 1
}
