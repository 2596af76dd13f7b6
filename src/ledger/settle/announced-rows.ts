/** Steps that the agent said it would take: done where a later call shows it, by the same file, name or command. */
import { readCheck } from '../../scan/actions/shell/command-check.ts'
import { byTurn, type Fact, type Row } from '../ledger.ts'
import { rowOf } from './row-of.ts'

/** `all`: facts about files and commands, in order. A step that names nothing is over when anything was done. */
export function announcedRows(steps: readonly Fact[], all: readonly Fact[]): readonly Row[] {
  // When something was done is not known well enough from a rendering that was read back.
  const acted = all.filter(({ source }) => source !== undefined)
  const last = acted.reduce<Fact | undefined>((one, other) => latest(one, other), undefined)
  const open = steps
    .map(step => ({ step, names: namesIn(step.about), isCheck: runsChecks.test(step.about) }))
    .filter(
      ({ step, names, isCheck }) =>
        names.length > 0 || isCheck || last === undefined || byTurn(last, step) < 0,
    )
    .slice(-maxSteps)
  const [first] = open
  if (first === undefined) return []
  const later = acted.filter(fact => byTurn(fact, first.step) > 0)
  return open.map(({ step, names, isCheck }) => {
    const isDone =
      (step.source === undefined && step.text === 'done') ||
      later.some(
        fact =>
          byTurn(fact, step) > 0 &&
          (names.some(name => shows(fact, name, step.about)) || (isCheck && isCheckRun(fact))),
      )
    const state = isDone ? 'done' : 'not seen'
    return rowOf({ section: 'doing', key: `step ${step.turn} ${step.order}`, state, value: step.about }, [
      { ...step, text: state },
    ])
  })
}

/** Of many steps the latest are looked for among the calls. */
const maxSteps = 30

function latest(one: Fact | undefined, other: Fact): Fact {
  return one === undefined || byTurn(one, other) < 0 ? other : one
}

const quoted = /`([^`\n]{2,120})`/g
const path = /(?<![\w`./-])(?:[\w@.-]{1,60}\/){0,12}[\w@-]{1,60}\.[a-z][a-z0-9]{0,5}(?![\w`/-])/gi

function namesIn(sentence: string): readonly string[] {
  const names = Array.from(sentence.matchAll(quoted), found => found[1] as string)
  return [...new Set([...names, ...Array.from(sentence.matchAll(path), ([found]) => found)])]
}

const runsChecks = /\b(?:run|rerun|re-run|execute)\b.{0,40}\b(?:tests?|suite|lint\w*|build|type-?checks?)\b/i
const onlyLooks = /\b(?:look|read|check|see|view|examine|inspect|review|explore|search|find|understand)\b/i

/** Reading a file is no change of it. */
function shows({ section, kind, about, text = '', lines = [] }: Fact, name: string, step: string): boolean {
  if (section === 'commands') return about.includes(name)
  if (kind === 'read' && !onlyLooks.test(step)) return false
  const plain = name.replace(/\(\)?$/, '')
  return (
    about === plain ||
    about.endsWith(`/${plain}`) ||
    text.split(', ').includes(plain) ||
    lines.some(line => line.includes(plain))
  )
}

function isCheckRun({ section, about }: Fact): boolean {
  return section === 'commands' && readCheck(about).isCheck
}
