/** Probes about the agent's own list: what is done, and what comes next. */
import type { TodoItem, TodoState } from '../../scan/actions/action.ts'
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import type { Probe } from './probe.ts'
import { type Rarity, tellingTerms } from './telling-terms.ts'

const maxItems = 3
const termsOfItem = 2

/** The list as it stands at the end counts. */
export function todoProbes(actions: readonly LocatedAction[], rarity: Rarity): readonly Probe[] {
  const last = actions.findLast(({ action }) => action.type === 'todo' && action.isWhole)
  if (last?.action.type !== 'todo') return []
  const { items } = last.action
  const ask = (
    type: Probe['type'],
    question: string,
    chosen: readonly TodoItem[],
    critical: boolean,
  ): readonly Probe[] => {
    const keywords = chosen.flatMap(({ text }) => tellingTerms(text, rarity, termsOfItem, question))
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
