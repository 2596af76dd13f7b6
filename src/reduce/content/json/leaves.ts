/** Consecutive objects split into leaves: one for each path, in an order that all objects follow. */
import type { JsonObject, JsonValue } from './read-json.ts'

export interface Leaf {
  /** Raw keys from the outermost in: `"user"`, `"login"`. */
  readonly path: readonly string[]
  /** By the index of the object. */
  readonly values: ReadonlyMap<number, JsonValue>
}

export interface Leaves {
  readonly leaves: readonly Leaf[]
  /** Objects without the common order or with a repeated key, and values that are not objects. */
  readonly misfits: ReadonlySet<number>
}

interface Node {
  readonly key: string
  readonly values: Map<number, JsonValue>
  readonly children: Node[]
  readonly named: Map<string, Node>
  position: number
}

/** Objects with more keys than this are dictionaries, not rows. */
const maxKeys = 300
const maxDepth = 8
/** A table of more cells than this is mostly empty, or too large to be read. */
const maxCells = 4_000_000

/** `isOrdered`: objects whose keys do not follow the common order are misfits, since the order is not kept otherwise. */
export function leavesOf(values: readonly JsonValue[], isOrdered = true): Leaves {
  const root = newNode('', values.length)
  const misfits = new Set<number>()
  values.forEach((value, row) => {
    if (value.kind !== 'object' || value.keys.length === 0 || !place(root, value, row, 0, isOrdered))
      misfits.add(row)
  })
  const leaves: Leaf[] = []
  collect(root, [], misfits, leaves)
  if (leaves.length * values.length > maxCells) return { leaves: [], misfits: new Set(values.keys()) }
  return { leaves, misfits }
}

function newNode(key: string, position: number): Node {
  return { key, values: new Map(), children: [], named: new Map(), position }
}

function place(parent: Node, object: JsonObject, row: number, depth: number, isOrdered: boolean): boolean {
  let last = -1
  for (const [at, key] of object.keys.entries()) {
    let node = parent.named.get(key)
    if (node === undefined) {
      if (parent.children.length >= maxKeys) return false
      node = newNode(key, last + 1)
      parent.children.splice(last + 1, 0, node)
      parent.named.set(key, node)
      for (let next = last + 2; next < parent.children.length; next += 1) {
        const moved = parent.children[next]
        if (moved !== undefined) moved.position = next
      }
    }
    if (isOrdered ? node.position <= last : object.keys.indexOf(key) < at) return false
    last = Math.max(last, node.position)
    const value = object.values[at]
    if (value?.kind === 'object' && value.keys.length > 0 && depth < maxDepth) {
      if (!place(node, value, row, depth + 1, isOrdered)) return false
    } else if (value !== undefined) node.values.set(row, value)
  }
  return true
}

function collect(node: Node, path: readonly string[], misfits: ReadonlySet<number>, leaves: Leaf[]): void {
  for (const row of node.values.keys()) if (misfits.has(row)) node.values.delete(row)
  if (node.values.size > 0) leaves.push({ path, values: node.values })
  for (const child of node.children) collect(child, [...path, child.key], misfits, leaves)
}
