/** Steps that the agent said it would take: done where a later call shows it, by the same file, name or command. */
import { readCheck } from '../../scan/actions/shell/command-check.ts'
import { byTurn, type Fact, type Row } from '../ledger.ts'
import { rowOf } from './row-of.ts'

/**
 * `all`: facts about files and commands, in order. A step that names nothing, or only a name inside a file, is not shown
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
  // When something was done is not known well enough from a rendering that was read back.
  const acted = all.filter(fact => fact.source !== undefined && byTurn(fact, first) > 0)
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
  const names = namesIn(about)
  const isCheck = runsChecks.test(about)
  if ((source === undefined && text === 'done') || isShown(names, isCheck, later)) return 'done'
  if (source === undefined) return 'not seen'
  const hasActed = later.some(({ kind }) => kind !== 'read')
  // Where the agent went on and no call is seen, its calls are in a form that nobody reads.
  if (!hasActed) return isLast ? 'not seen' : 'hidden'
  return isCheck || names.some(isPathOrCommand) ? 'not seen' : 'hidden'
}

/** Of many steps the latest are looked for among the calls. */
const maxSteps = 30

/** Every file and command that the step names, or else any of its names. */
function isShown(names: readonly string[], isCheck: boolean, later: readonly Fact[]): boolean {
  const isNamed = (name: string): boolean => later.some(fact => shows(fact, name))
  const targets = names.filter(isPathOrCommand)
  if (targets.length > 0) return targets.every(isNamed)
  return names.some(isNamed) || (isCheck && later.some(fact => isCheckRun(fact)))
}

function isPathOrCommand(name: string): boolean {
  return /[ /]|\.[a-z][a-z0-9]{0,5}$/.test(name)
}

const quoted = /`([^`\n]{2,120})`/g
const path = /(?<![\w`./-])(?:[\w@.-]{1,60}\/){0,12}[\w@-]{1,60}\.[a-z][a-z0-9]{0,5}(?![\w`/-])/gi

/** `\\n` and `x` are in any line. */
function isTelling(name: string): boolean {
  return /[\p{L}\p{N}_]{3}/u.test(name)
}

function namesIn(sentence: string): readonly string[] {
  const names = Array.from(sentence.matchAll(quoted), found => found[1] as string).filter(isTelling)
  return [...new Set([...names, ...Array.from(sentence.matchAll(path), ([found]) => found)])]
}

const runsChecks = /\b(?:run|rerun|re-run|execute)\b.{0,40}\b(?:tests?|suite|lint\w*|build|type-?checks?)\b/i
/** What was done for certain: reading a file is no change of it. */
function shows({ section, kind, about, text = '', lines = [], isDoubtful }: Fact, name: string): boolean {
  if (kind === 'read' || kind === 'ran' || kind === 'rejected' || isDoubtful === true) return false
  if (section === 'commands') return about.includes(name)
  const plain = name.replace(/\(\)?$/, '')
  return (
    about === plain ||
    about.endsWith(`/${plain}`) ||
    text.split(', ').includes(plain) ||
    lines.some(line => line.includes(plain))
  )
}

function isCheckRun({ section, kind, about }: Fact): boolean {
  return section === 'commands' && kind !== 'ran' && kind !== 'rejected' && readCheck(about).isCheck
}
