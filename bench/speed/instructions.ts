/** Instructions that the first compression of the example session takes beyond the start of its process. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTranscript } from '../../src/transcripts/read-transcript.ts'
import { exampleSession } from '../results.ts'

export interface InstructionCount {
  /** Counts of one counter and one version of Node say nothing of those of another. */
  readonly counter: string
  readonly node: string
  readonly arch: string
  readonly instructions: number
}

interface Counter {
  readonly name: 'perf' | 'valgrind'
  count(command: readonly string[]): number | undefined
}

/** One thread, and no schedule that depends on time. */
const nodeFlags = ['--single-threaded', '--predictable', '--no-warnings']
const program = join(import.meta.dirname, 'one-call.ts')

const perf: Counter = {
  name: 'perf',
  count(command) {
    const { stderr } = spawnSync('perf', ['stat', '-x,', '-e', 'instructions:u', ...command], {
      encoding: 'utf8',
    })
    return numberIn(/^(\d+),/m.exec(stderr ?? ''))
  },
}

const valgrind: Counter = {
  name: 'valgrind',
  count(command) {
    const flags = ['--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null']
    const { stderr } = spawnSync('valgrind', [...flags, '--smc-check=all-non-file', ...command], {
      encoding: 'utf8',
    })
    return numberIn(/I\s+refs:\s+([\d,]+)/.exec(stderr ?? ''))
  },
}

/** The quick one first; `undefined` where a machine has none. Valgrind takes a minute. */
export function instructionCounter(names: readonly Counter['name'][]): Counter | undefined {
  return [perf, valgrind].find(({ name, count }) => names.includes(name) && count(['true']) !== undefined)
}

/** By each counter that the machine has. `known`: what other machines counted stays beside it. */
export async function measureInstructions(
  known: readonly InstructionCount[] = [],
): Promise<readonly InstructionCount[]> {
  const counts: InstructionCount[] = []
  for (const name of ['perf', 'valgrind'] as const) {
    const counter = instructionCounter([name])
    if (counter !== undefined) counts.push(await countInstructions(counter))
  }
  const isCounted = (one: InstructionCount): boolean =>
    counts.some(other => other.counter === one.counter && other.arch === one.arch)
  return [...known.filter(count => !isCounted(count)), ...counts]
}

export async function countInstructions(counter: Counter): Promise<InstructionCount> {
  const { messages, format } = await readTranscript(exampleSession)
  const directory = mkdtempSync(join(tmpdir(), 'fovea-bench-'))
  const file = join(directory, 'session.json')
  writeFileSync(file, JSON.stringify({ messages, format }))
  const node = [process.execPath, ...nodeFlags, program]
  const counted = (call: string): number => {
    const found = counter.count([...node, call, file])
    if (found === undefined) throw new Error(`${counter.name} has counted nothing.`)
    return found
  }
  try {
    // A process that fails is soon over, with few instructions.
    execFileSync(process.execPath, [...nodeFlags, program, 'compress', file])
    const instructions = counted('compress') - counted('none')
    return { counter: counter.name, node: process.version, arch: process.arch, instructions }
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function numberIn(match: RegExpExecArray | null): number | undefined {
  return match === null ? undefined : Number(match[1]?.replaceAll(',', ''))
}
