/** Steps that the agent said it would take: done where a later call shows it, by the same file, name or command. */
import { checkKind } from '../../scan/actions/shell/check-kind.ts'
import { readCheck } from '../../scan/actions/shell/command-check.ts'
import type { CheckKind } from '../../scan/checks/checker.ts'
import { isCommentLine } from '../../scan/code-line.ts'
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import { maxSteps } from '../facts/announcement.ts'
import { byTurn, type Fact, type Row } from '../ledger.ts'
import { rowOf } from './row-of.ts'

/**
 * `all`: facts about files and commands. A step that names nothing, or only a name inside a file, is not shown
 * when anything was done after it: whether it was that step is unknown. `spoken`: the message with the last words.
 */
export function announcedRows(
  steps: readonly Fact[],
  all: readonly Fact[],
  spoken: number | undefined,
): readonly Row[] {
  const latest = steps.slice(-maxSteps)
  const [first] = latest
  if (first === undefined) return []
  // When something was done is not known well enough from a printed ledger that was read back.
  const acted = all.filter(fact => fact.source !== undefined && byTurn(fact, first) > 0).sort(byTurn)
  return latest.map(step => {
    const state = stateOf(
      step,
      acted.filter(fact => byTurn(fact, step) > 0),
      step.turn === spoken,
    )
    return rowOf({ section: 'doing', key: `step ${step.turn} ${step.order}`, state, value: step.about }, [
      { ...step, text: state },
    ])
  })
}

function stateOf({ about, source, text }: Fact, later: readonly Fact[], isLast: boolean): string {
  if (source === undefined) return text === 'done' ? 'done' : 'not seen'
  const names = namesIn(about)
  const kinds = kindsIn(about)
  const hasActed = later.some(({ kind }) => kind !== 'read')
  // Where the agent went on and no call is seen, its calls are in a form that is not read.
  if (!hasActed) return isLast ? 'not seen' : 'hidden'
  const shown = severalSteps.test(about) ? 'perhaps' : shownBy(later, names, kinds, removes.test(about))
  if (shown !== 'no') return shown === 'yes' ? 'done' : 'hidden'
  return kinds.length > 0 || names.some(isPathOrCommand) ? 'not seen' : 'hidden'
}

/** `I'll commit it, push the branch, then open a request.`: which of them a call shows is not known. */
const severalSteps = /[,;:] (?:and )?then\b|\band then\b|;|,[^,]{3,200}, (?:and|then)(?!\w)/i
const removes = /\b(?:remov|delet|drop|revert|undo|clean)\w{0,6}\b/i

type Shown = 'yes' | 'perhaps' | 'no'

/** By every file and command that the step names, or else by any of its names, or by the checks that it is about. */
function shownBy(
  later: readonly Fact[],
  names: readonly string[],
  kinds: readonly CheckKind[],
  isRemoval: boolean,
): Shown {
  const targets = names.filter(isPathOrCommand)
  const named = (targets.length > 0 ? targets : names).map(name => latestOf(later, name, isRemoval))
  if (targets.length > 0) return least(named)
  if (named.includes('yes')) return 'yes'
  const checked = kinds.length === 0 ? 'no' : least(kinds.map(kind => checkedBy(later, kind)))
  return named.includes('perhaps') && checked === 'no' ? 'perhaps' : checked
}

function least(shown: readonly Shown[]): Shown {
  if (shown.includes('no')) return 'no'
  return shown.includes('perhaps') ? 'perhaps' : 'yes'
}

function isPathOrCommand(name: string): boolean {
  return /[ /]|\.[a-z][a-z0-9]{0,5}$/.test(name)
}

const quoted = /`([^`\n]{2,120})`/g
const path = /(?<![\w`./-])(?:[\w@.-]{1,60}\/){0,12}[\w@-]{1,60}\.[a-z][a-z0-9]{0,5}(?![\w`/-])/gi

/** `\\n` and `x` are in any line. */
function isDistinctive(name: string): boolean {
  return distinctive(name).test(name)
}

const distinctive = lazyPattern(String.raw`[\p{L}\p{N}_]{3}`, 'u')

/** What it is taken from or compared with is not what is changed: `using the constants from a.ts`. */
const sourceWord = /\b(?:from|like|per|see|than|with|using|against|match) $/i
const maxLead = 10

function namesIn(sentence: string): readonly string[] {
  const isRemoval = removes.test(sentence)
  const isMeant = ({ index }: RegExpExecArray): boolean =>
    isRemoval || !sourceWord.test(sentence.slice(Math.max(0, index - maxLead), index))
  const inQuotes = Array.from(sentence.matchAll(quoted)).filter(isMeant)
  const names = inQuotes.map(found => found[1] as string).filter(isDistinctive)
  const paths = Array.from(sentence.matchAll(path)).filter(isMeant)
  return [...new Set([...names, ...paths.map(([found]) => found)])]
}

const runsChecks =
  /\b(?:run|rerun|re-run|execute)(?!\w).{0,60}\b(?:tests?|suite|lint\w*|build|type-?checks?|fmt|format\w*)(?!\w)/i

/** Which checks a sentence speaks of. */
const spokenKinds: readonly (readonly [RegExp, CheckKind])[] = [
  [/\btests?\b/i, 'test'],
  [/\blint\w*/i, 'lint'],
  [/\bbuild\b/i, 'build'],
  [/\btype-?checks?\b/i, 'types'],
  [/\b(?:fmt|format\w*)\b/i, 'format'],
]

/** `the full check suite` is all of them. */
function kindsIn(sentence: string): readonly CheckKind[] {
  if (!runsChecks.test(sentence)) return []
  const kinds = spokenKinds.flatMap(([said, kind]) => (said.test(sentence) ? [kind] : []))
  return kinds.length === 0 ? ['all'] : kinds
}

/** A chain that failed may have stopped before it came to this check; that all have run shows only where it went well. */
function checkedBy(later: readonly Fact[], kind: CheckKind): Shown {
  let shown: Shown = 'no'
  for (const fact of later) {
    if (fact.section !== 'commands' || fact.kind === 'rejected') continue
    const { checks } = readCheck(fact.about)
    const kinds = checks.map(checkKind)
    if (checks.length === 0 || !(kind === 'all' || kinds.includes(kind) || kinds.includes('all'))) continue
    if (fact.kind === 'ok' || (kind !== 'all' && fact.kind !== 'ran' && checks.length === 1)) return 'yes'
    shown = 'perhaps'
  }
  return shown
}

/** Commands that only print: what they name is not done by them. */
const looksOnly =
  /^(cd \S{1,200} && )?(?:grep|rg|cat|ls|find|head|tail|sed -n|wc|git (?:log|diff|show|status|grep))(?!\w)/

function isSingleCheck(command: string): boolean {
  const { checks, isOnlyChecks } = readCheck(command)
  return checks.length === 1 && isOnlyChecks
}

/** A comment only speaks of what it names. */
const isNewCode = (line: string): boolean => line.startsWith('+') && !isCommentLine(line.slice(1))

/** What the latest call with this name shows: reading a file is no change of it, and what was taken out again is not done. */
function latestOf(later: readonly Fact[], name: string, isRemoval: boolean): Shown {
  const plain = name.replace(/\(\)?$/, '')
  for (let at = later.length - 1; at >= 0; at -= 1) {
    const fact = later[at] as Fact
    const { section, kind, about, text = '', lines = [], isDoubtful } = fact
    if (kind === 'read' || kind === 'rejected') continue
    if (section === 'commands') {
      if (!about.includes(name) || looksOnly.test(about)) continue
      const isMeant = isPathOrCommand(name) || about.startsWith(`${name} `)
      if (!isMeant || kind === 'ran') continue
      // A check that failed was run.
      return kind === 'failed' && !isSingleCheck(about) ? 'perhaps' : 'yes'
    }
    const isFile = about === plain || about.endsWith(`/${plain}`)
    const isAdded =
      text.split(', ').includes(plain) || lines.some(line => isNewCode(line) && line.includes(plain))
    const isRemoved = !isAdded && lines.some(line => line.includes(plain))
    if (!isFile && !isAdded && !isRemoved) continue
    if (isDoubtful === true || (isRemoved && !isFile && !isRemoval)) return 'perhaps'
    return 'yes'
  }
  return 'no'
}
