/** Facts about lists that the agent keeps without a tool for it: check lists in its messages and in files that it edits. */
import type { TodoItem } from '../../scan/actions/action.ts'
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import { fileOperations } from '../../scan/actions/file-operations.ts'
import { checklist, listedTasks } from '../../scan/actions/todo-items.ts'
import { linesInFences } from '../../scan/fenced-lines.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { hasOneOf } from '../../scan/has-one-of.ts'
import { locatedBlocks } from '../../scan/located-blocks.ts'
import type { Message, Target } from '../../types.ts'
import type { FactCollector } from './fact-collector.ts'
import type { FileSides } from './file-changes.ts'

/** The list of items in messages. */
export const messageList = 'messages'

const maxItemLength = 600
/** One box alone is no list. */
const minItems = 2

/** Lists in messages, and the list as a tool printed it. */
export function addSpokenLists(collector: FactCollector, messages: readonly Message[]): void {
  const lists = new Set<string>()
  for (const place of locatedBlocks(messages)) {
    const { type, own, role } = place
    if (type === 'toolCall' && /^task_?list$/i.test(own.name)) lists.add(own.callId)
    if (type === 'toolResult' && lists.has(own.callId))
      for (const { text, state, id } of listedTasks(own.text))
        collector.add(place, {
          section: 'tasks',
          kind: state,
          about: text,
          by: 'assistant',
          task: id as string,
        })
    if (type !== 'text' || role !== 'assistant' || !own.text.includes('] ')) continue
    const items = checklist(outsideFences(own.text))
    if (items.length >= minItems) addItems(collector, place, items, messageList)
  }
}

const planName =
  /(?:^|[/_.-])(?:todos?|plans?|tasks?|task[-_]list|checklist|progress|roadmap|milestones?)[\w.-]{0,40}\.(?:md|mdx|markdown|txt)$/i

function isPlan(path: string): boolean {
  return hasOneOf(path.toLowerCase(), ['.md', '.markdown', '.txt']) && planName.test(path)
}

/** Lists in plans and the like. An edit lists the items on its new side; those that only the old side has are gone. */
export function addFileLists(
  collector: FactCollector,
  actions: readonly LocatedAction[],
  sidesOf: ((path: string) => FileSides) | undefined,
): void {
  if (sidesOf === undefined) return
  for (const { message, block, action } of actions)
    for (const { operation, path } of fileOperations(action)) {
      if (operation === 'read' || action.outcome === 'failed' || !isPlan(path)) continue
      const { added, removed, isWhole } = sidesOf(path)
      const items = checklist(added)
      const known = new Set(items.map(({ text }) => text))
      const gone = checklist(removed).filter(({ text }) => !known.has(text))
      const place = { message, block }
      if (isWhole && items.length > 0)
        collector.add(place, { section: 'tasks', kind: 'cancelled', about: '', by: 'assistant', list: path })
      addItems(collector, place, items, path)
      addItems(
        collector,
        place,
        gone.map(({ text }) => ({ text, state: 'cancelled' })),
        path,
      )
    }
}

function addItems(collector: FactCollector, place: Target, items: readonly TodoItem[], list: string): void {
  for (const { text, state } of items)
    collector.add(place, {
      section: 'tasks',
      kind: state,
      about: graphemeCut(text, maxItemLength),
      by: 'assistant',
      list,
    })
}

/** Boxes in code are an example or a quote. */
function outsideFences(text: string): string {
  const lines = text.split('\n')
  const fenced = linesInFences(lines)
  return fenced.size === 0 ? text : lines.filter((_, at) => !fenced.has(at)).join('\n')
}
