/** Walks through one value of JSON as it is spelled: one pass, no recursion. */
import {
  afterJsonSpace,
  braceClose,
  braceOpen,
  bracketClose,
  bracketOpen,
  colon,
  comma,
  quote,
  scalarEnd,
  stickyEnd,
  stringEnd,
} from './json-tokens.ts'

/** Called in the order of the text; `end` is the index after the last character. */
interface JsonVisitor {
  open(start: number): void
  close(start: number, end: number): void
  key(start: number, end: number): void
  scalar(start: number, end: number): void
}

interface JsonRules {
  /** Refuses escapes that JSON does not have. */
  readonly isStrict: boolean
  /** A scalar beyond those of JSON, as a sticky pattern. */
  readonly placeholder?: RegExp | undefined
}

/** Where the value that begins at `start` ends; `isWhole` is false where it is cut off or is no JSON from there on. */
export function walkJson(
  text: string,
  start: number,
  { isStrict, placeholder }: JsonRules,
  see: JsonVisitor,
): { readonly end: number; readonly isWhole: boolean } {
  const open: number[] = []
  let expects: 'key' | 'value' | 'comma' = 'value'
  let mayClose = false
  let at = start
  do {
    at = afterJsonSpace(text, at)
    const unit = text.charCodeAt(at)
    const inObject = text.charCodeAt(open.at(-1) ?? -1) === braceOpen
    let next: number
    if (mayClose && unit === (inObject ? braceClose : bracketClose)) {
      next = at + 1
      see.close(open.pop() ?? start, next)
      expects = 'comma'
    } else if (expects === 'comma') {
      next = unit === comma ? at + 1 : -1
      expects = inObject ? 'key' : 'value'
      mayClose = false
    } else if (expects === 'key') {
      const end = stringEnd(text, at, isStrict)
      next = afterColon(text, end)
      if (next >= 0) see.key(at, end)
      expects = 'value'
      mayClose = false
    } else if (unit === braceOpen || unit === bracketOpen) {
      open.push(at)
      see.open(at)
      next = at + 1
      expects = unit === braceOpen ? 'key' : 'value'
      mayClose = true
    } else {
      next = unit === quote ? stringEnd(text, at, isStrict) : scalarEnd(text, at)
      if (next < 0 && placeholder !== undefined) next = stickyEnd(placeholder, text, at)
      if (next >= 0) see.scalar(at, next)
      expects = 'comma'
      mayClose = true
    }
    if (next < 0) return { end: at, isWhole: false }
    at = next
  } while (open.length > 0)
  return { end: at, isWhole: true }
}

function afterColon(text: string, from: number): number {
  if (from < 0) return from
  const at = afterJsonSpace(text, from)
  return text.charCodeAt(at) === colon ? at + 1 : -1
}
