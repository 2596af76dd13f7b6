/** JSON as it is spelled: every scalar and key keeps its very characters. One pass, no recursion. */
import {
  afterSpace,
  braceClose,
  braceOpen,
  bracketClose,
  bracketOpen,
  colon,
  comma,
  isSpace,
  quote,
  scalarEnd,
  stringEnd,
} from '../../../scan/json-tokens.ts'

interface Read {
  /** The index after it in the text that it was read from. */
  readonly end?: number
}

export interface JsonScalar extends Read {
  readonly kind: 'scalar'
  /** As written: `"a\u00e9"`, `1.0e3`, `null`. */
  readonly raw: string
}

export interface JsonArray extends Read {
  readonly kind: 'array'
  readonly items: readonly JsonValue[]
}

/** Keys are raw, with their quotes, in order; the same key may come twice. */
export interface JsonObject extends Read {
  readonly kind: 'object'
  readonly keys: readonly string[]
  readonly values: readonly JsonValue[]
}

export type JsonValue = JsonScalar | JsonArray | JsonObject

export interface JsonDocument {
  readonly value: JsonValue
  /** The index after its last character. */
  readonly end: number
  readonly depth: number
}

type Open =
  | { kind: 'array'; items: JsonValue[]; end: number }
  | { kind: 'object'; keys: string[]; values: JsonValue[]; end: number }

/**
 * The value that begins at `start`; `undefined` where none does.
 * `placeholder` is a scalar beyond those of JSON, as a sticky pattern.
 */
export function readJson(text: string, start: number, placeholder?: RegExp): JsonDocument | undefined {
  const open: Open[] = []
  let at = start
  let depth = 0
  for (;;) {
    at = afterSpace(text, at)
    const unit = text.charCodeAt(at)
    const parent = open.at(-1)
    let value: JsonValue
    if (parent !== undefined && unit === (parent.kind === 'array' ? bracketClose : braceClose)) {
      // A comma before it would have been read together with what follows the comma.
      if (childCount(parent) > 0 && text.charCodeAt(lastVisible(text, at)) === comma) return undefined
      open.pop()
      at += 1
      parent.end = at
      value = parent
    } else {
      if (parent?.kind === 'object') {
        const keyEnd = stringEnd(text, at, false)
        if (keyEnd < 0) return undefined
        parent.keys.push(text.slice(at, keyEnd))
        at = afterSpace(text, keyEnd)
        if (text.charCodeAt(at) !== colon) return undefined
        at = afterSpace(text, at + 1)
      }
      const first = text.charCodeAt(at)
      if (first === bracketOpen || first === braceOpen) {
        open.push(
          first === bracketOpen
            ? { kind: 'array', items: [], end: at }
            : { kind: 'object', keys: [], values: [], end: at },
        )
        depth = Math.max(depth, open.length)
        at += 1
        continue
      }
      const end = first === quote ? stringEnd(text, at, false) : valueEnd(text, at, placeholder)
      if (end < 0) return undefined
      value = { kind: 'scalar', raw: text.slice(at, end), end }
      at = end
    }
    const owner = open.at(-1)
    if (owner === undefined) return { value, end: at, depth }
    if (owner.kind === 'array') owner.items.push(value)
    else owner.values.push(value)
    const next = afterSpace(text, at)
    const after = text.charCodeAt(next)
    if (after === comma) at = next + 1
    else if (after === (owner.kind === 'array' ? bracketClose : braceClose)) at = next
    else return undefined
  }
}

function childCount(open: Open): number {
  return open.kind === 'array' ? open.items.length : open.values.length
}

function lastVisible(text: string, before: number): number {
  let at = before - 1
  while (isSpace(text.charCodeAt(at))) at -= 1
  return at
}

function valueEnd(text: string, start: number, placeholder: RegExp | undefined): number {
  const end = scalarEnd(text, start)
  if (end >= 0 || placeholder === undefined) return end
  placeholder.lastIndex = start
  return placeholder.test(text) ? placeholder.lastIndex : -1
}

/** Without white space. Recurses: only for values whose depth was checked. */
export function minified(value: JsonValue): string {
  switch (value.kind) {
    case 'scalar':
      return value.raw
    case 'array':
      return `[${value.items.map(minified).join(',')}]`
    case 'object':
      return `{${value.keys.map((key, at) => `${key}:${minified(value.values[at] ?? value)}`).join(',')}}`
  }
}
