/** Lines of nested settings that mean something else without the key above them: `summary: Approve a run` of a path. */
import { holdsForMost } from './holds-for-most.ts'
import { indentOf } from './lines.ts'

/** `name: value`, `- name: value`, `"name":` */
const keyed = /^\s{0,80}(?:- )?(?:["'][^"'\n]{1,200}["']|[^\s"'#:[\]*`][^\s:]{0,200}):(?:\s|$)/
/** `name:`, `- name:`, `text: >`; what is below it belongs to it. */
const opening = /:(?: [>|][+-]?)?\s{0,4}$/
const item = /^\s{0,80}- /
const minOpenings = 3

/** For each line the key or the item that it is nested in, or -1; `undefined` where most lines have no key. */
export function neededKeys(
  lines: readonly string[],
  isRest: (at: number) => boolean,
): Int32Array | undefined {
  const filled = lines.filter(line => line.trim() !== '')
  const isNested = filled.filter(line => indentOf(line) > 0 && opening.test(line)).length >= minOpenings
  if (!isNested || !holdsForMost(filled, filled.length * 0.7, line => keyed.test(line))) return undefined
  const needed = new Int32Array(lines.length).fill(-1)
  const open: { readonly at: number; readonly indent: number }[] = []
  let before = -1
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string
    if (isRest(at)) {
      needed[at] = before
      continue
    }
    if (line.trim() === '') continue
    before = at
    const indent = indentOf(line)
    const isItem = item.test(line)
    // Items may be as far right as the key of their list.
    const isParent = (each: { readonly at: number; readonly indent: number }): boolean =>
      each.indent < indent || (each.indent === indent && isItem && !item.test(lines[each.at] as string))
    while (open.length > 0 && !isParent(open.at(-1) as (typeof open)[number])) open.pop()
    needed[at] = open.at(-1)?.at ?? -1
    if (isItem || opening.test(line)) open.push({ at, indent })
  }
  return needed
}
