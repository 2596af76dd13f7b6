/** What the edits of a file changed, in a few words: functions with what they take, constants with their values. */
import type { Change } from '../../ledger/ledger.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'

const maxSignature = 70
/** `(path: string): Row[]`, `<T>(rows: T[])` */
const parameters = /^\s?(?:<[^<>]{1,60}>)?\(/
/** ` = 7`, `: string = 'a'`, ` = 10 * time.Minute` */
const value =
  /^(?:\s{0,4}:[^=]{1,40})?\s{1,8}:?=\s{1,8}((['"`])[^'"`]{0,24}\2|-?\d[\w.* ]{0,24}|true|false)[;,]?$/

/** The latest come last; those before them give way. Of methods in a row the first is named with its type: `Store.read(), .write()`. */
export function changedNames(changes: readonly Change[], maxLength: number, withSignatures: boolean): string {
  const names: Named[] = []
  let length = 0
  let isMore = false
  for (const change of changes.toReversed()) {
    const named = namedOf(change, withSignatures)
    const { length: own } = named.removed + named.text
    isMore = names.length > 0 && length + own > maxLength
    if (isMore) break
    names.unshift({ ...named, text: graphemeCut(named.text, maxLength - named.removed.length) })
    length += own + 2
  }
  const shown = names.map(({ removed, type, text }, at) => {
    const owner = type !== '' && removed === '' && names[at - 1]?.type === type ? '' : type
    return `${removed}${owner}${type === '' ? '' : '.'}${text}`
  })
  return (isMore ? ['…', ...shown] : shown).join(', ')
}

interface Named {
  readonly removed: '' | 'removed '
  /** The type of a method; empty where there is none. */
  readonly type: string
  readonly text: string
}

function namedOf({ how, name, signature }: Change, withSignatures: boolean): Named {
  // A method is named with its type, which is written elsewhere.
  const type = signature.includes(name) ? '' : name.slice(0, Math.max(0, name.lastIndexOf('.')))
  const own = type === '' ? name : name.slice(type.length + 1)
  if (how === 'removed') return { removed: 'removed ', type, text: own }
  return { removed: '', type, text: withSignatures ? shortSignature(own, signature, type !== '') : own }
}

/** `func (s *Store) Read(path string) (Row, error)` → `Read(path string) (Row, error)`, `const limit = 7` → `limit = 7`. */
function shortSignature(name: string, signature: string, isMethod: boolean): string {
  const before = isMethod ? `) ${name}` : name
  const at = signature.indexOf(before)
  if (at < 0) return name
  const rest = onOneLine(signature.slice(at + before.length).trimEnd())
  if (parameters.test(rest)) return rest.length <= maxSignature ? name + rest : name
  const given = value.exec(rest)?.[1]
  return given === undefined ? name : `${name} = ${given}`
}

/** `( path string, )`, of parameters a line each, → `(path string)`; without the colon before a body. */
function onOneLine(text: string): string {
  return text
    .replace(/\(\s/g, '(')
    .replace(/,?\s\)/g, ')')
    .replace(/:$/, '')
}
