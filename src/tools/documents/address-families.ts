/** What IP addresses share that differ in their last number, or in the last two: `10.0.1.`, `10.0.` */
import { mostPromising } from './most-promising.ts'

const address = /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/g

export function addressFamilies(text: string): readonly string[] {
  const counts = new Map<string, number>()
  for (const [found] of text.matchAll(address)) {
    const last = found.lastIndexOf('.')
    for (const end of [last, found.lastIndexOf('.', last - 1)]) {
      const family = found.slice(0, end + 1)
      counts.set(family, (counts.get(family) ?? 0) + 1)
    }
  }
  return mostPromising(counts)
}
