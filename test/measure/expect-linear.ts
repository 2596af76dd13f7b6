/** Holds a function against its own cost on shorter input: CPU time, so that other load matters little. */
import { expect } from 'vitest'
import { forgetReadings } from '../../src/tokens/remembered.ts'

/** A measurement that fails is repeated: collecting garbage falls into one run and not into another. */
const maxAttempts = 4

/** Four times the text may cost eight times as much: linear with much room for noise, and far from quadratic. */
export function expectLinear(textOf: (length: number) => string, work: (text: string) => unknown): void {
  const [short, long] = [textOf(50_000), textOf(200_000)]
  for (let attempt = 1; ; attempt += 1) {
    const taken = cpu(work, long)
    if (taken < 8 * minMilliseconds) return
    // The lesser of two runs: the first one also compiles.
    const allowed = 8 * Math.min(cpu(work, short), cpu(work, short))
    if (taken < allowed) return
    if (attempt < maxAttempts) continue
    expect(taken).toBeLessThan(allowed)
    return
  }
}

/** Less than this cannot be distinguished from noise. */
const minMilliseconds = 10

/** In milliseconds; what is remembered of a text would cost nothing. */
function cpu(work: (text: string) => unknown, text: string): number {
  forgetReadings()
  const start = process.cpuUsage()
  work(text)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
