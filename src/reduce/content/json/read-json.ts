/** Reads JSON as it is written: every scalar and key keeps its exact characters. */
import { braceOpen } from '../../../scan/json-tokens.ts'
import { walkJson } from '../../../scan/walk-json.ts'

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

interface JsonDocument {
  readonly value: JsonValue
  /** The index after its last character. */
  readonly end: number
  readonly depth: number
}

type Open =
  | { kind: 'array'; items: JsonValue[]; end: number }
  | { kind: 'object'; keys: string[]; values: JsonValue[]; end: number }

/** The value that begins at `start`; `undefined` if none does. `placeholder` is an additional scalar, as a sticky pattern. */
export function readJson(text: string, start: number, placeholder?: RegExp): JsonDocument | undefined {
  const open: Open[] = []
  let root: JsonValue | undefined
  let depth = 0
  const add = (value: JsonValue): void => {
    const owner = open.at(-1)
    if (owner === undefined) root = value
    else if (owner.kind === 'array') owner.items.push(value)
    else owner.values.push(value)
  }
  const { end, isWhole } = walkJson(
    text,
    start,
    { isStrict: false, placeholder },
    {
      open(at) {
        open.push(
          text.charCodeAt(at) === braceOpen
            ? { kind: 'object', keys: [], values: [], end: at }
            : { kind: 'array', items: [], end: at },
        )
        depth = Math.max(depth, open.length)
      },
      close(_, to) {
        const closed = open.pop()
        if (closed === undefined) return
        closed.end = to
        add(closed)
      },
      key(from, to) {
        const parent = open.at(-1)
        if (parent?.kind === 'object') parent.keys.push(text.slice(from, to))
      },
      scalar: (from, to) => add({ kind: 'scalar', raw: text.slice(from, to), end: to }),
    },
  )
  return isWhole && root !== undefined ? { value: root, end, depth } : undefined
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
