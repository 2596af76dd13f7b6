/** What the edits of a file changed, in a few words: functions with what they take, constants with their values. */
import type { Change } from '../../ledger/ledger.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'

const maxSignature = 70
/** `(path: string): Row[]`, `<T>(rows: T[])` */
const parameters = /^\s?(?:<[^<>]{1,60}>)?\(/
/** ` = 7`, `: string = 'a'`, ` = 10 * time.Minute` */
const value =
  /^(?:\s{0,4}:[^=]{1,40})?\s{1,8}:?=\s{1,8}((['"`])[^'"`]{0,24}\2|-?\d[\w.* ]{0,24}|true|false)[;,]?$/

/** The latest come last; those before them give way. */
export function changedNames(changes: readonly Change[], maxLength: number, withSignatures: boolean): string {
  const names: string[] = []
  let length = 0
  for (const change of changes.toReversed()) {
    const name = withSignatures ? shortSignature(change) : nameOf(change)
    if (names.length > 0 && length + name.length > maxLength) return ['…', ...names].join(', ')
    names.unshift(graphemeCut(name, maxLength))
    length += name.length + 2
  }
  return names.join(', ')
}

function nameOf({ how, name }: Change): string {
  return how === 'removed' ? `removed ${name}` : name
}

/** `func (s *Store) Read(path string) (Row, error)` → `Read(path string) (Row, error)`, `const limit = 7` → `limit = 7`. */
function shortSignature(change: Change): string {
  const { how, name, signature } = change
  const at = signature.indexOf(name)
  if (how === 'removed' || at < 0) return nameOf(change)
  const rest = onOneLine(signature.slice(at + name.length).trimEnd())
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
