/** Reads the names of tests from lines that say how each of them ended. */
import type { NamedResult } from './checker.ts'

interface ResultForm {
  /** What every line of this form contains. */
  readonly sign: RegExp
  /** Anchored at its line and bounded. */
  readonly pattern: RegExp
  /** Groups of the pattern. */
  readonly name: number
  readonly result: number
}

const passMark = /^(?:PASS|PASSED|ok|[✓✔√])$/u

export function namedResults(...forms: readonly ResultForm[]): (output: string) => Iterable<NamedResult> {
  return function* read(output) {
    for (const { sign, pattern, name, result } of forms)
      for (const found of sign.test(output) ? output.matchAll(pattern) : [])
        yield [withoutTime(found[name] ?? ''), passMark.test(found[result] ?? '')]
  }
}

/** `reads a file (12 ms)` → `reads a file`. */
function withoutTime(name: string): string {
  return name.replace(/ \(?\d{1,9}(?:\.\d{1,6})? ?m?s\)?$/, '').trimEnd()
}
