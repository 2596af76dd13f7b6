/** Where objects and arrays of JSON are in a text: one pass, no recursion. */
import { codeUnitSet } from '../tokens/code-units.ts'
import { afterJsonSpace, braceClose, braceOpen, quote } from './json-tokens.ts'
import type { Span } from './span.ts'
import { walkJson } from './walk-json.ts'

/**
 * The outermost containers that `JSON.parse` would accept, in order.
 * Where an outer one is cut off or is no JSON, those of its members that are whole count.
 */
export function jsonExtents(text: string): readonly Span[] {
  const found: Span[] = []
  let brace = text.indexOf('{')
  let bracket = text.indexOf('[')
  while (brace >= 0 || bracket >= 0) {
    const start = brace < 0 || (bracket >= 0 && bracket < brace) ? bracket : brace
    let stop = start + 1
    if (mayBegin(text, start)) {
      const read = readContainer(text, start)
      for (const span of read.whole) found.push(span)
      stop = read.stop
    }
    if (brace >= 0 && brace < stop) brace = text.indexOf('{', stop)
    if (bracket >= 0 && bracket < stop) bracket = text.indexOf('[', stop)
  }
  return found
}

/** A test of the next character, which distinguishes most code and prose from JSON. */
function mayBegin(text: string, start: number): boolean {
  const next = text.charCodeAt(afterJsonSpace(text, start + 1))
  if (next === quote) return true
  return text.charCodeAt(start) === braceOpen ? next === braceClose : next < 0x80 && valueStarts[next] === 1
}

const valueStarts = codeUnitSet('[{]-0123456789tfn', 0x80)

/** Reads until the container that begins at `start` closes, or until it cannot be JSON. */
function readContainer(text: string, start: number): { stop: number; whole: readonly Span[] } {
  const whole: Span[] = []
  const { end } = walkJson(text, start, strictly, {
    open: nothing,
    key: nothing,
    scalar: nothing,
    close(from, to) {
      while ((whole.at(-1)?.start ?? -1) > from) whole.pop()
      whole.push({ start: from, end: to })
    },
  })
  return { stop: Math.max(end, start + 1), whole }
}

const strictly = { isStrict: true }

function nothing(): void {}
