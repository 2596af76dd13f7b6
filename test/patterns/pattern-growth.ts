/** Whether a pattern takes more than linear time on repetitions of its own parts, as it is used. */
import { isNested, isUnbounded, type Repetition, repetitionsFor } from './hostile-repetitions.ts'
import type { SourcePattern } from './source-patterns.ts'

/** The beginning of a text on which it does; `undefined` where none was found. */
export function slowText(pattern: Pick<SourcePattern, 'source' | 'flags' | 'use'>): string | undefined {
  const { source, flags } = pattern
  if (!isUnbounded(source, flags)) return undefined
  const run = runOf(pattern)
  const nested = isNested(source, flags)
  return repetitionsFor(source, flags).find(text => isSlow(run, text, nested))?.(1)
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

/** In milliseconds. A linear pattern needs a hundredth of it for 10,000 characters, a quadratic one ten times as much. */
const suspicious = 4

/** Where a text of this length takes so long, the pattern is no longer tried on longer ones. */
const stuck = 30

/** Eight times the text at more than 24 times the cost, twice. */
function isSlow(run: (text: string) => unknown, text: Repetition, isNested: boolean): boolean {
  // An exponential pattern would not come back from a text that is much longer than the last.
  for (let length = 16; length < 1200; length *= isNested ? 1.2 : 4) {
    const isStuck = (): boolean => takesLonger(stuck, () => run(text(length)))
    if (isStuck() && isStuck()) return true
  }
  // What is quadratic takes a sixteenth for a quarter of the text: most are done with after that.
  if (!takesLonger(suspicious / 16, () => run(text(2500)))) return false
  const grows = (): boolean => {
    const took = cpu(() => run(text(10_000)))
    return took > suspicious && took > 24 * cpu(() => run(text(1250)))
  }
  return grows() && grows()
}

/** Only what seems long is measured: asking for CPU time takes longer than most patterns do. */
function takesLonger(milliseconds: number, work: () => unknown): boolean {
  const start = performance.now()
  work()
  return performance.now() - start > milliseconds && cpu(work) > milliseconds
}

/** CPU time: other work on the machine does not lengthen it. */
function cpu(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
