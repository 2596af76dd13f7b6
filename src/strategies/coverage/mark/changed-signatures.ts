/** Functions whose parameters or results an edit changed: lines that call them may no longer fit. */
import { type Definition, definitionsIn } from '../../../ledger/facts/definitions.ts'
import { changesOf, patchChanges } from '../../../ledger/facts/file-changes.ts'
import { patchIntents } from '../../../scan/actions/apply-patch.ts'
import { shellPatch } from '../../../scan/actions/shell-patch.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import type { ToolCallBlock } from '../../../types.ts'
import { isProgramFile } from '../facts/program-file.ts'

export interface ChangedSignature {
  /** As a call spells it, without its type. */
  readonly name: string
  /** The heads of the definition before and after. */
  readonly heads: readonly [string, string]
}

/** Shorter names, as `get`, are those of many functions. */
const minName = 4

/** `shown`: the text of a file as it was known before a call wrote it whole. */
export function changedSignatures(
  call: ToolCallBlock,
  shown: (path: string) => string,
): readonly ChangedSignature[] {
  const handed = shellPatch(call)
  const intents = handed === undefined ? toolIntents(call) : patchIntents(handed.patch, handed.directory)
  const changes = handed === undefined ? changesOf(call) : patchChanges(handed.patch)
  return intents.flatMap(intent => {
    if ((intent.type !== 'modify' && intent.type !== 'create') || !isProgramFile(intent.path)) return []
    const { path } = intent
    const { added, removed, isWhole } = changes.sidesOf(path)
    const before = definitionsIn(isWhole ? shown(path) : removed, path)
    return before.size === 0 ? [] : [...definitionsIn(added, path).values()].flatMap(changeFrom(before))
  })
}

function changeFrom(
  before: ReadonlyMap<string, Definition>,
): (after: Definition) => readonly ChangedSignature[] {
  return after => {
    const old = before.get(after.name)
    const name = after.name.slice(after.name.lastIndexOf('.') + 1)
    if (old === undefined || name.length < minName) return []
    const [from, to] = [interfaceOf(old.signature, name), interfaceOf(after.signature, name)]
    if (from === undefined || to === undefined || from === to) return []
    return [{ name, heads: [old.signature, after.signature] }]
  }
}

/** `(path: string)`, `<T>(rows: T[])`, ` = async (path: string)` */
const takesParameters = /^(?:\s?=\s?(?:async )?)?(?:[<[][^()]{1,60}[>\]])?\s?\(/

/**
 * How many parameters a function takes, and its results: other types of parameters may still fit. `undefined` for anything
 * else.
 */
function interfaceOf(signature: string, name: string): string | undefined {
  const method = signature.indexOf(`) ${name}`)
  const at = method < 0 ? signature.indexOf(name) : method + 2
  const rest = signature.slice(at + name.length)
  if (at < 0 || !takesParameters.test(rest)) return undefined
  const arrow = /^\s?=/.test(rest) ? rest.lastIndexOf('=>') : -1
  const head = arrow < 0 ? rest : rest.slice(0, arrow)
  const spelled = head
    .slice(head.indexOf('('))
    .replace(/\s/g, '')
    .replace(/,(?=\))|[:{;]$/g, '')
  let depth = 0
  let count = spelled.startsWith('()') ? 0 : 1
  for (let end = 0; end < spelled.length; end += 1) {
    const sign = spelled[end] as string
    if ('([{'.includes(sign)) depth += 1
    else if (')]}'.includes(sign)) depth -= 1
    else if (sign === ',' && depth === 1) count += 1
    if (depth === 0) return `${count}${spelled.slice(end + 1)}`
  }
  return undefined
}
