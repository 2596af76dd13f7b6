/** JSON with comments and trailing commas as a tree of places, so that a text can be changed in one spot alone. */
import { FoveaError } from '../../../errors.ts'

export type JsonNode =
  | {
      readonly type: 'object'
      readonly start: number
      readonly end: number
      readonly members: readonly JsonMember[]
    }
  | {
      readonly type: 'array'
      readonly start: number
      readonly end: number
      readonly items: readonly JsonNode[]
    }
  | { readonly type: 'value'; readonly start: number; readonly end: number; readonly value: unknown }

export interface JsonMember {
  readonly key: string
  /** From its key to the end of its value. */
  readonly start: number
  readonly end: number
  readonly value: JsonNode
}

const deepest = 200
const space = /[\s\uFEFF]+/y
const string = /"(?:[^"\\\n]|\\.)*"/y
const literal = /(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y

/** Throws `invalid-option` with the line where it is no JSON. */
export function jsonTree(text: string, file: string): JsonNode {
  const reader = new JsonReader(text, file)
  const root = reader.value(0)
  reader.end()
  return root
}

class JsonReader {
  readonly #text: string
  readonly #file: string
  #at = 0

  constructor(text: string, file: string) {
    this.#text = text
    this.#file = file
  }

  value(depth: number): JsonNode {
    this.#skip()
    const start = this.#at
    if (depth > deepest) throw this.#wrong()
    const first = this.#text[start]
    if (first === '{') {
      const members = this.#list('}', () => this.#member(depth))
      return { type: 'object', start, end: this.#at, members }
    }
    if (first === '[') {
      const items = this.#list(']', () => this.value(depth + 1))
      return { type: 'array', start, end: this.#at, items }
    }
    const source = first === '"' ? this.#take(string) : this.#take(literal)
    return { type: 'value', start, end: this.#at, value: this.#parsed(source) }
  }

  end(): void {
    this.#skip()
    if (this.#at < this.#text.length) throw this.#wrong()
  }

  #member(depth: number): JsonMember {
    const start = this.#at
    const key = String(this.#parsed(this.#take(string)))
    this.#skip()
    this.#expect(':')
    const value = this.value(depth + 1)
    return { key, start, end: value.end, value }
  }

  #list<Item>(close: string, item: () => Item): Item[] {
    const items: Item[] = []
    this.#at += 1
    for (;;) {
      this.#skip()
      if (this.#text[this.#at] === close) break
      items.push(item())
      this.#skip()
      if (this.#text[this.#at] === close) break
      this.#expect(',')
    }
    this.#at += 1
    return items
  }

  #skip(): void {
    for (;;) {
      space.lastIndex = this.#at
      this.#at += space.exec(this.#text)?.[0].length ?? 0
      const close = this.#text.startsWith('//', this.#at)
        ? '\n'
        : this.#text.startsWith('/*', this.#at)
          ? '*/'
          : ''
      if (close === '') return
      const end = this.#text.indexOf(close, this.#at + 2)
      this.#at = end < 0 ? this.#text.length : end + close.length
    }
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined) throw this.#wrong()
    this.#at += found.length
    return found
  }

  #expect(character: string): void {
    if (this.#text[this.#at] !== character) throw this.#wrong()
    this.#at += 1
  }

  #parsed(source: string): unknown {
    try {
      return JSON.parse(source)
    } catch {
      throw this.#wrong()
    }
  }

  #wrong(): FoveaError {
    const line = this.#text.slice(0, this.#at).split('\n').length
    const message = `${this.#file}, line ${line}: this is no JSON that can be changed safely. Nothing was written; mend the file first.`
    return new FoveaError('invalid-option', message, { place: { file: this.#file, line } })
  }
}

/** The value of a key; of the last one where there are several, as `JSON.parse` has it. */
export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return node?.type === 'object' ? node.members.findLast(member => member.key === key) : undefined
}

export function textValue(node: JsonNode | undefined): string | undefined {
  return node?.type === 'value' && typeof node.value === 'string' ? node.value : undefined
}
