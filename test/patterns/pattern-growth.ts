/** Whether a pattern takes more than linear time on repetitions of its own parts, as it is used. */
import { isNested, isUnbounded, type Repetition, repetitionsFor } from './hostile-repetitions.ts'
import type { SourcePattern } from './source-patterns.ts'

const short = 10_000
const long = 80_000

/** The beginning of a text on which it does; `undefined` where none was found. */
export function slowText(pattern: Pick<SourcePattern, 'source' | 'flags' | 'use'>): string | undefined {
  const { source, flags } = pattern
  if (!isUnbounded(source, flags)) return undefined
  const run = runOf(pattern)
  const nested = isNested(source, flags)
  const costs: { readonly text: Repetition; readonly took: number }[] = []
  for (const text of repetitionsFor(source, flags)) {
    if (isStuck(run, text, nested)) return text(1)
    const took = wall(() => run(text(short)))
    if (took > suspicious && grows(run, text, short / 8, short)) return text(1)
    costs.push({ text, took })
  }
  // What grows beyond all others costs most already.
  const slowest = costs.toSorted((one, other) => other.took - one.took).slice(0, tried)
  return slowest.find(({ text }) => grows(run, text, short, long))?.text(1)
}

function runOf({
  source,
  flags,
  use,
}: Pick<SourcePattern, 'source' | 'flags' | 'use'>): (text: string) => unknown {
  const pattern = new RegExp(source, flags)
  if (use === 'split') return text => text.split(pattern)
  if (flags.includes('g')) return text => text.replace(pattern, '')
  return text => {
    pattern.lastIndex = 0
    return pattern.test(text)
  }
}

/** So many of the texts that take longest are tried at their full length. */
const tried = 3

/** In milliseconds. A linear pattern needs a tenth of it for 10,000 characters. */
const suspicious = 4

/** Where a text of this length takes so long, the pattern is no longer tried on longer ones. */
const stuck = 30

/** Whether it is slow on a part of the text already: it might not come back from all of it. */
function isStuck(run: (text: string) => unknown, text: Repetition, isNested: boolean): boolean {
  let took = 0
  for (let length = 16; length < 1200; length *= isNested ? 1.2 : 4) {
    const work = (): unknown => run(text(length))
    took = wall(work)
    if (took > stuck && cpu(work) > stuck) return true
  }
  // What is quadratic takes a hundredth for a tenth of the text: most are done with after that.
  return took > suspicious / 100 && grows(run, text, 640, 5120)
}

/** A pause of the process may lengthen one measurement, and hardly all of so many. */
const measurements = 5

/** In milliseconds. No pause is so long: two such measurements are enough. */
const certain = 100

/** Eight times the text at more than 24 times the cost, each time. */
function grows(run: (text: string) => unknown, text: Repetition, from: number, to: number): boolean {
  let needed = measurements
  for (let done = 0; done < needed; done += 1) {
    const took = cpu(() => run(text(to)))
    if (took <= suspicious || took <= 24 * cpu(() => run(text(from)))) return false
    if (took > certain) needed = 2
  }
  return true
}

/** What seems long is measured again as CPU time, which takes longer to ask for than most patterns run. */
function wall(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** CPU time: other work on the machine does not lengthen it. */
function cpu(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
