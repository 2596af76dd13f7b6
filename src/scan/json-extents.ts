/** Where objects and arrays of JSON stand in a text: one pass, no recursion. */
import {
  afterSpace,
  braceClose,
  braceOpen,
  bracketClose,
  bracketOpen,
  colon,
  comma,
  quote,
  scalarEnd,
  stringEnd,
} from './json-tokens.ts'
import type { Span } from './span.ts'

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

/** A glance at what follows, which tells most code and prose apart from JSON. */
function mayBegin(text: string, start: number): boolean {
  const next = text.charCodeAt(afterSpace(text, start + 1))
  if (next === quote) return true
  return text.charCodeAt(start) === braceOpen ? next === braceClose : next < 0x80 && valueStarts[next] === 1
}

const valueStarts = new Uint8Array(0x80)
for (const start of '[{]-0123456789tfn') valueStarts[start.charCodeAt(0)] = 1

/** Reads until the container that begins at `start` closes, or until it cannot be JSON. */
function readContainer(text: string, start: number): { stop: number; whole: readonly Span[] } {
  const open: number[] = []
  const whole: Span[] = []
  let expects: 'key' | 'value' | 'comma' = 'value'
  let mayClose = false
  let at = start
  do {
    at = afterSpace(text, at)
    const unit = text.charCodeAt(at)
    const inObject = text.charCodeAt(open.at(-1) ?? -1) === braceOpen
    let next: number
    if (mayClose && unit === (inObject ? braceClose : bracketClose)) {
      const span = { start: open.pop() ?? start, end: at + 1 }
      while ((whole.at(-1)?.start ?? -1) > span.start) whole.pop()
      whole.push(span)
      next = span.end
      expects = 'comma'
    } else if (expects === 'comma') {
      next = unit === comma ? at + 1 : -1
      expects = inObject ? 'key' : 'value'
      mayClose = false
    } else if (expects === 'key') {
      next = afterColon(text, stringEnd(text, at, true))
      expects = 'value'
      mayClose = false
    } else if (unit === braceOpen || unit === bracketOpen) {
      open.push(at)
      next = at + 1
      expects = unit === braceOpen ? 'key' : 'value'
      mayClose = true
    } else {
      next = unit === quote ? stringEnd(text, at, true) : scalarEnd(text, at)
      expects = 'comma'
      mayClose = true
    }
    if (next < 0) break
    at = next
  } while (open.length > 0)
  return { stop: Math.max(at, start + 1), whole }
}

function afterColon(text: string, from: number): number {
  if (from < 0) return from
  const at = afterSpace(text, from)
  return text.charCodeAt(at) === colon ? at + 1 : -1
}
