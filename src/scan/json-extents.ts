/** Where objects and arrays of JSON stand in a text: one pass, no recursion. */
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
      next = afterColon(text, stringEnd(text, at))
      expects = 'value'
      mayClose = false
    } else if (unit === braceOpen || unit === bracketOpen) {
      open.push(at)
      next = at + 1
      expects = unit === braceOpen ? 'key' : 'value'
      mayClose = true
    } else {
      next = unit === quote ? stringEnd(text, at) : scalarEnd(text, at)
      expects = 'comma'
      mayClose = true
    }
    if (next < 0) break
    at = next
  } while (open.length > 0)
  return { stop: Math.max(at, start + 1), whole }
}

const braceOpen = 0x7b
const braceClose = 0x7d
const bracketOpen = 0x5b
const bracketClose = 0x5d
const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

function afterSpace(text: string, from: number): number {
  let at = from
  for (;;) {
    const unit = text.charCodeAt(at)
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at
    at += 1
  }
}

function afterColon(text: string, from: number): number {
  if (from < 0) return from
  const at = afterSpace(text, from)
  return text[at] === ':' ? at + 1 : -1
}

const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** The index after a string's closing quote; negative where there is no string. */
function stringEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== quote) return -1
  for (let at = start + 1; at < text.length; ) {
    const unit = text.charCodeAt(at)
    if (unit === quote) return at + 1
    if (unit < 0x20) return -1
    if (unit === backslash) {
      escapeSequence.lastIndex = at
      if (!escapeSequence.test(text)) return -1
      at = escapeSequence.lastIndex
    } else at += 1
  }
  return -1
}

const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y

function scalarEnd(text: string, start: number): number {
  scalar.lastIndex = start
  return scalar.test(text) ? scalar.lastIndex : -1
}
