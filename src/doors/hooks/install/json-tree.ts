/** A configuration in JSON, with comments and trailing commas, as a tree of places in its text. */
import { type Node, type ParseError, parseTree } from 'jsonc-parser'
import { FoveaError } from '../../../errors.ts'

const byteOrderMark = '\uFEFF'

/** Throws `invalid-option` with the line where it is no JSON. */
export function jsonTree(text: string, file: string): Node {
  const errors: ParseError[] = []
  // The parser knows no mark: a space keeps the places of all others.
  const readable = text.startsWith(byteOrderMark) ? ` ${text.slice(1)}` : text
  const root = parsed(readable, errors)
  if (root !== undefined && errors.length === 0) return root
  const line = text.slice(0, errors[0]?.offset ?? 0).split('\n').length
  const message = `${file}, line ${line}: this is no JSON that can be changed safely. Nothing was written; mend the file first.`
  throw new FoveaError('invalid-option', message, { place: { file, line } })
}

function parsed(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true })
  } catch (error) {
    // The parser recurses: nesting can exhaust the stack.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The members of an object, the items of a list. */
export function entriesOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'object' || node?.type === 'array' ? (node.children ?? []) : []
}

/** The member with a key; the last one where there are several, as `JSON.parse` has it. */
export function memberOf(node: Node | undefined, key: string): Node | undefined {
  return node?.type === 'object' ? entriesOf(node).findLast(member => keyOf(member) === key) : undefined
}

export function keyOf(member: Node): string {
  return String(member.children?.[0]?.value)
}

export function memberValue(member: Node | undefined): Node | undefined {
  return member?.children?.[1]
}

export function textValue(node: Node | undefined): string | undefined {
  return node?.type === 'string' ? String(node.value) : undefined
}
