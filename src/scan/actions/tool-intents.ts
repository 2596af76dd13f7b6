/** What a call asks its tool to do, from the tool's name and its arguments. */
import type { Intent } from './action.ts'
import { patchIntents } from './apply-patch.ts'
import { questionsIn } from './asked-questions.ts'
import {
  argumentsOf,
  type CallArguments,
  entryArguments,
  listArgument,
  pathNames,
  textArgument,
  urlNames,
} from './call-arguments.ts'
import { patchArgument } from './edit-lines.ts'
import { type NamedCall, rememberedCall } from './remembered-call.ts'
import { joinPath } from './shell/join-path.ts'
import { clearsList, todoItem, todoItems } from './todo-items.ts'
import { type ToolVerb, toolPurpose } from './tool-verb.ts'

/** Commands that are run are read elsewhere; everything else that a call does to files, lists and people is here. */
export const toolIntents: (call: NamedCall) => readonly Intent[] = rememberedCall(readIntents, 'intents')

function readIntents(call: NamedCall): readonly Intent[] {
  const purpose = toolPurpose(call.name)
  if (purpose === undefined) return []
  const args = argumentsOf(call)
  const editorVerb =
    purpose.verb === 'editor' || pathsIn(args).length > 0
      ? editorVerbs.get(textOf(args, 'command'))
      : undefined
  const verb = editorVerb ?? purpose.verb
  // `list_issues` lists no directory: only tools known by name have one without saying so.
  return verb === 'list' && !purpose.isKnown && pathsIn(args).length === 0 ? [] : intents(verb, args)
}

/** `str_replace_editor` and its like say what they do in their `command`. */
const editorVerbs: ReadonlyMap<string, ToolVerb> = new Map([
  ['view', 'read'],
  ['create', 'write'],
  ['str_replace', 'modify'],
  ['insert', 'modify'],
  ['undo_edit', 'modify'],
  ['delete', 'delete'],
  ['rename', 'move'],
])

function intents(verb: ToolVerb, args: CallArguments): readonly Intent[] {
  switch (verb) {
    case 'read':
      return pathsIn(args).map(path => ({ type: 'read', path }))
    case 'write':
      return pathsIn(args).map(path => ({ type: 'create', path }))
    case 'modify':
      return pathsIn(args).map(path => ({ type: 'modify', path }))
    // An edit that replaces nothing makes the file.
    case 'editor':
      return pathsIn(args).map(path => ({ type: hasOldText(args) ? 'modify' : 'create', path }))
    case 'delete':
      return pathsIn(args).map(path => ({ type: 'delete', path }))
    case 'move':
      return moved(args)
    case 'makeDirectory':
      return pathsIn(args).map(path => ({ type: 'create', path, isDirectory: true }))
    case 'patch':
      return patchIntents(patchArgument(args) ?? '')
    case 'search':
      return searched(args)
    case 'list':
      return [
        { type: 'list', path: textArgument(args, [...pathNames, 'dir_path', 'dir', 'directory']) ?? '.' },
      ]
    case 'fetch':
      return fetched(args)
    case 'todo':
      return planned(args)
    case 'ask':
      return questionsIn(args).map(({ question }) => ({ type: 'ask', question }))
    case 'delegate':
      return delegated(args)
    case 'run':
      return []
  }
}

function pathsIn(args: CallArguments): readonly string[] {
  const own = textArgument(args, pathNames)
  if (own !== undefined) return [joinPath(undefined, own)]
  const listed = listArgument(args, ['files', 'paths', 'file_paths', 'filePaths', 'include'])
  const named = listed.map(entry =>
    typeof entry === 'string' ? entry : textArgument(entryArguments(entry), pathNames),
  )
  return named.filter(path => path !== undefined).map(path => joinPath(undefined, path))
}

function textOf(args: CallArguments, name: string): string {
  return textArgument(args, [name]) ?? ''
}

function hasOldText(args: CallArguments): boolean {
  return (
    textArgument(args, ['old_text', 'oldText', 'old_str', 'old_string', 'search', 'insert_line']) !==
    undefined
  )
}

const destinationNames = 'destination to new_path newPath destination_path target new_name'.split(' ')

function moved(args: CallArguments): readonly Intent[] {
  const path = textArgument(args, ['source', 'from', 'old_path', 'oldPath', 'source_path', ...pathNames])
  const to = textArgument(args, destinationNames)
  return path === undefined || to === undefined ? [] : [{ type: 'move', path, to }]
}

const queryNames = 'pattern query regex search_term q glob file_name Query SearchPath'.split(' ')

function searched(args: CallArguments): readonly Intent[] {
  const query = textArgument(args, queryNames)
  const path = textArgument(args, ['path', 'dir', 'directory', 'dir_path', 'file'])
  return query === undefined
    ? []
    : [{ type: 'search', query, ...(path === undefined ? {} : { path: joinPath(undefined, path) }) }]
}

function fetched(args: CallArguments): readonly Intent[] {
  const url = textArgument(args, urlNames)
  return url === undefined ? [] : [{ type: 'fetch', url }]
}

function planned(args: CallArguments): readonly Intent[] {
  const items = todoItems(args)
  if (items.length > 0 || clearsList(args)) return [{ type: 'todo', items, isWhole: true }]
  const item = todoItem(args)
  return item === undefined ? [] : [{ type: 'todo', items: [item], isWhole: false }]
}

function delegated(args: CallArguments): readonly Intent[] {
  const task = textArgument(args, ['description', 'task', 'prompt', 'message', 'instructions'])
  return task === undefined ? [] : [{ type: 'delegate', task }]
}
