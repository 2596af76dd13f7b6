/** What the edits of a file changed, in short: functions with their parameters, constants with their values. */
import type { SymbolChange } from '../../../ledger/ledger.ts'
import { graphemeCut } from '../../../scan/grapheme-cut.ts'

const maxSignature = 70
/** `(path: string): Row[]`, `<T>(rows: T[])` */
const parameters = /^\s?(?:<[^<>]{1,60}>)?\(/
/** ` = 7`, `: string = 'a'`, ` = 10 * time.Minute` */
const value =
  /^(?:\s{0,4}:[^=]{1,40})?\s{1,8}:?=\s{1,8}((['"`])[^'"`]{0,24}\2|-?\d[\w.* ]{0,24}|true|false)[;,]?$/

interface NameRoom {
  readonly maxLength: number
  readonly maxNames: number
  readonly withSignatures: boolean
  /** The file is new: its public names and its first ones describe it best. */
  readonly isCreated: boolean
  /** Whether the user or a task names it. */
  readonly isNamed: (name: string) => boolean
}

/**
 * In the order of the changes, variables and constants last. What the user or a task names comes first where room is short. Then
 * variables and constants are left out first, then what was neither added nor removed, then earlier changes; in a new file,
 * private and later names. In a row of methods only the first has its type: `Store.read(), +.write()`. `+` marks what is new in
 * its file.
 */
export function changedNames(changes: readonly SymbolChange[], room: NameRoom): string {
  const { maxLength, maxNames, isCreated } = room
  const all = changes.map(change => namedOf(change, room)).sort((one, other) => one.rank - other.rank)
  const kept = new Set<Named>()
  let left = maxLength
  const byWorth = (isCreated ? all : all.toReversed()).toSorted(
    (one, other) =>
      Number(other.isNamed) - Number(one.isNamed) ||
      (isCreated ? other.worth - one.worth : one.rank - other.rank || one.touched - other.touched),
  )
  for (const named of byWorth) {
    const length = named.text.length + (named.mark === removedMark ? removedMark.length : 0)
    if (kept.size > 0 && (length > left || kept.size === maxNames)) break
    kept.add(named)
    left -= length + 2
  }
  const names = all.filter(named => kept.has(named))
  const shown = names.map(({ mark, type, text }, at) => {
    const owner = type !== '' && mark !== removedMark && names[at - 1]?.type === type ? '' : type
    return `${mark}${owner}${type === '' ? '' : '.'}${graphemeCut(text, maxLength - mark.length)}`
  })
  const others = all.length - kept.size
  return [...shown, ...(others === 0 ? [] : [`+${others} more`])].join(', ')
}

const removedMark = 'removed '

interface Named {
  /** `+` marks what the file did not have before. */
  readonly mark: '' | '+' | typeof removedMark
  /** The type of a method; empty for other names. */
  readonly type: string
  readonly text: string
  readonly worth: number
  /** Variables and constants come behind all else. */
  readonly rank: 0 | 1
  /** What was there before and still is comes behind what is new or gone. */
  readonly touched: 0 | 1
  readonly isNamed: boolean
}

/** `const limit = 7`, `limit: number = 7`, `ErrClosed = errors.New("closed")`, `count := 0` */
const assigned =
  /^(?:(?:export|pub|public|private|protected|static|readonly|final|default|declare) ){0,4}(?:(?:const|let|var|val) |[\w.]{1,80}(?:: ?[^=(]{1,60})? ?:?=(?![=>]))/
const isGiven = /=\s{0,2}(?:async )?(?:\(|<|function\b|func\b|lambda\b|class\b|\w{1,40} =>)/

function isValue({ signature }: SymbolChange): boolean {
  return assigned.test(signature) && !isGiven.test(signature)
}

/** `export function`, `pub fn`, `func Read`: public names. */
const isPublic = ({ name, signature }: SymbolChange): boolean =>
  /^(?:export|public|pub)\b/.test(signature) ||
  (/^(?:func|type|var|const) /.test(signature) && /^[A-Z]/.test(name.slice(name.lastIndexOf('.') + 1)))

function namedOf(change: SymbolChange, { withSignatures, isCreated, isNamed: names }: NameRoom): Named {
  const { how, name, signature } = change
  // A method is named with its type, which its signature does not contain.
  const type = signature.includes(name) ? '' : name.slice(0, Math.max(0, name.lastIndexOf('.')))
  const own = type === '' ? name : name.slice(type.length + 1)
  const isNamed = names(name)
  if (how === 'removed') return { mark: removedMark, type, text: own, worth: 0, rank: 0, touched: 0, isNamed }
  const text = withSignatures ? shortSignature(own, signature, type !== '') : own
  return {
    mark: how === 'added' && !isCreated ? '+' : '',
    type,
    text,
    worth: (isValue(change) ? -3 : 0) + (isPublic(change) ? 3 : withSignatures && text.includes('(') ? 2 : 1),
    rank: isValue(change) ? 1 : 0,
    touched: how === 'changed' ? 1 : 0,
    isNamed,
  }
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

/** Parameters on lines of their own, `( path string, )`, become `(path string)`; the colon before a body, and a body on the same line, are removed. */
function onOneLine(text: string): string {
  return text
    .replace(/\(\s/g, '(')
    .replace(/,?\s\)/g, ')')
    .replace(/:$|(?<=[\w)\]>]) \{[^{}]*\}$/, '')
}
