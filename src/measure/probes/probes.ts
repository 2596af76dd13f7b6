/** Probes generated from a transcript, and the score of a view by them. */
import type { TodoItem, TodoState } from '../../scan/actions/action.ts'
import { actionsIn, type LocatedAction } from '../../scan/actions/actions-in.ts'
import type { Message } from '../../types.ts'
import { holds } from './atoms.ts'
import { commandProbes } from './command-probes.ts'
import { changeProbes, fileProbes } from './file-probes.ts'
import { informativeTerms, type Rarity, rarityOf } from './informative-terms.ts'
import { type Probe, type ProbeType, probeOf } from './probe.ts'
import { intentProbes, sentenceProbes } from './sentence-probes.ts'

/** Maximum number of probes of one type; the latest are kept. */
const maxOfType = 12

/** In the order of their sources. Deterministic; no two ask the same. `rarity`: of the words of the messages. */
export function probesOf(
  messages: readonly Message[],
  rarity: Rarity = rarityOf(messages),
  maxPerType: number = maxOfType,
): readonly Probe[] {
  const actions = actionsIn(messages)
  const drafts = [
    ...intentProbes(messages, rarity),
    ...fileProbes(actions),
    ...changeProbes(messages, actions),
    ...sentenceProbes(messages, rarity),
    ...commandProbes(messages, actions, rarity),
    ...todoProbes(actions, rarity),
  ]
  const distinct = new Map<string, Probe>()
  for (const draft of drafts) {
    const probe = probeOf(draft)
    if (probe !== undefined) distinct.set(`${probe.type} ${probe.keywords.join(' ')}`, probe)
  }
  const byType = Map.groupBy(distinct.values(), ({ type }): ProbeType => type)
  return Array.from(byType.values(), probes => inOrder(probes).slice(-maxPerType))
    .flat()
    .sort((one, other) => one.message - other.message)
}

function inOrder(probes: readonly Probe[]): readonly Probe[] {
  return [...probes].sort((one, other) => one.message - other.message)
}

/** `visible`: the view contains the answer. `reachable`: an original that the view names by a handle contains it. */
type ProbeFate = 'visible' | 'reachable' | 'lost'

interface ProbedProbe extends Probe {
  readonly fate: ProbeFate
}

export interface ProbeScore {
  readonly probes: number
  readonly visible: number
  readonly reachable: number
  readonly lost: number
  readonly critical: number
  readonly criticalVisible: number
  /** At least nine in ten are visible, and all critical ones. */
  readonly passed: boolean
  readonly results: readonly ProbedProbe[]
}

export interface ProbedView {
  readonly text: string
  /** Texts of the originals that the view names by handles. */
  readonly originals?: readonly string[]
}

export const passShare = 0.9

export function scoreProbes(probes: readonly Probe[], view: ProbedView): ProbeScore {
  const shown = view.text.toLowerCase()
  const stored = (view.originals ?? []).map(text => text.toLowerCase())
  const fateOf = (probe: Probe): ProbeFate => {
    const keywords = probe.keywords.map(word => word.toLowerCase())
    const missing = keywords.filter(word => !holds(shown, word))
    if (missing.length === 0) return 'visible'
    return missing.every(word => stored.some(text => holds(text, word))) ? 'reachable' : 'lost'
  }
  return summed(probes.map(probe => ({ ...probe, fate: fateOf(probe) })))
}

/** The totals of a list of results. */
export function summed(results: readonly ProbedProbe[]): ProbeScore {
  const count = (fate: ProbeFate): number => results.filter(result => result.fate === fate).length
  const critical = results.filter(probe => probe.critical)
  const criticalVisible = critical.filter(({ fate }) => fate === 'visible').length
  const visible = count('visible')
  return {
    probes: results.length,
    visible,
    reachable: count('reachable'),
    lost: count('lost'),
    critical: critical.length,
    criticalVisible,
    passed: visible >= passShare * results.length && criticalVisible === critical.length,
    results,
  }
}

const maxItems = 3
const termsOfItem = 2

/** Only the final state of the list counts. */
function todoProbes(actions: readonly LocatedAction[], rarity: Rarity): readonly Probe[] {
  const last = actions.findLast(({ action }) => action.type === 'todo' && action.isWhole)
  if (last?.action.type !== 'todo') return []
  const { items } = last.action
  const ask = (
    type: Probe['type'],
    question: string,
    chosen: readonly TodoItem[],
    critical: boolean,
  ): readonly Probe[] => {
    const keywords = chosen.flatMap(({ text }) => informativeTerms(text, rarity, termsOfItem, question))
    return chosen.length === 0 ? [] : [{ type, question, keywords, critical, message: last.message }]
  }
  const inState = (state: TodoState): readonly TodoItem[] => items.filter(item => item.state === state)
  return [
    ...ask(
      'progress',
      'Which tasks of the list were finished last?',
      inState('done').slice(-maxItems),
      false,
    ),
    ...ask('next step', 'Which task of the list is under way?', inState('active').slice(0, maxItems), true),
    ...ask('next step', 'Which tasks of the list come next?', inState('pending').slice(0, maxItems), false),
  ]
}
