/** To-do lists and plans as items with a state, from the tools that agents keep them with. */
import { wordGroups } from '../vocabulary/word-set.ts'
import type { TodoItem, TodoState } from './action.ts'
import { type CallArguments, entryArguments, listArgument, textArgument } from './call-arguments.ts'

const states: ReadonlyMap<string, TodoState> = wordGroups({
  pending: 'pending open not-started todo',
  active: 'in_progress in-progress inprogress active',
  done: 'completed complete done',
  cancelled: 'cancelled canceled deleted',
})

function stateOf(args: CallArguments): TodoState {
  const named = states.get(textArgument(args, ['status', 'state'])?.toLowerCase() ?? '')
  return named ?? (args['done'] === true || args['completed'] === true ? 'done' : 'pending')
}

const textNames = ['content', 'step', 'subject', 'title', 'text', 'task', 'description', 'name']

const listNames = ['todos', 'plan', 'items', 'todoList', 'todo_list', 'tasks']

/** Whether the call sets a list without items. */
export function clearsList(args: CallArguments): boolean {
  return listNames.some(name => {
    const value = Object.hasOwn(args, name) ? args[name] : undefined
    return Array.isArray(value) && value.length === 0
  })
}

/** The list that the call sets; empty where it sets none. */
export function todoItems(args: CallArguments): readonly TodoItem[] {
  const entries = listArgument(args, listNames)
  if (entries.length > 0)
    return entries.flatMap(entry => {
      const item = entryArguments(entry)
      const text = typeof entry === 'string' ? entry : textArgument(item, textNames)
      return text === undefined ? [] : [{ text, state: stateOf(item), ...identifier(item) }]
    })
  const written = textArgument(args, ['todos', 'task_progress', 'plan'])
  return written === undefined ? [] : checklist(written)
}

/** One item that is made or changed by itself, as `TaskCreate` and `TaskUpdate` do; its text may be known from before. */
export function todoItem(args: CallArguments): TodoItem | undefined {
  const text = textArgument(args, textNames) ?? ''
  const id = identifier(args)
  return text === '' && id.id === undefined ? undefined : { text, state: stateOf(args), ...id }
}

function identifier(args: CallArguments): { readonly id?: string } {
  const id = args['taskId'] ?? args['id'] ?? args['task_id']
  return typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {}
}

/** `Task #3 created successfully`: the number that the answer gives to a new task. */
export function taskNumber(answer: string): string | undefined {
  return /#(\w{1,12})\b/.exec(answer.slice(0, 60))?.[1]
}

const listedTask = /^\s{0,4}#(\w{1,12}) \[(\w{1,20})\] (\S.*)$/gm

/** `#2 [in_progress] Write the tests`: the list as a tool prints it. */
export function listedTasks(text: string): readonly TodoItem[] {
  return Array.from(text.matchAll(listedTask), ([, id = '', state = '', said = '']) => ({
    text: said.trimEnd(),
    state: stateOf({ status: state }),
    id,
  }))
}

const checkbox = /^\s{0,16}[-*] \[([ xX~-])\] (\S.*)$/gm

/** `- [x] done`, `- [ ] open`, `- [-] under way`. */
export function checklist(text: string): readonly TodoItem[] {
  return Array.from(text.matchAll(checkbox), ([, mark = ' ', said = '']) => ({
    text: said.trimEnd(),
    state: mark === ' ' ? 'pending' : mark.toLowerCase() === 'x' ? 'done' : 'active',
  }))
}
