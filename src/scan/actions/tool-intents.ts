/** What a call asks its tool to do, from the tool's name and its arguments. */
import type { Intent } from './action.ts'
import { patchIntents } from './apply-patch.ts'
import { questionsIn } from './asked-questions.ts'
import {
  argumentsOf,
  type CallArguments,
  entryArguments,
  listArgument,
  oldTextNames,
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
  const isEditor = purpose.verb === 'editor' || pathsIn(args).length > 0
  const editorVerb = isEditor ? editorVerbs.get(textArgument(args, ['command']) ?? '') : undefined
  const verb = editorVerb ?? purpose.verb
  // `list_issues` lists no directory: only tools known by name have one without saying so.
  return verb === 'list' && !purpose.isKnown && pathsIn(args).length === 0 ? [] : intents[verb](args)
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

type PathIntent = 'read' | 'create' | 'modify' | 'delete'

const ofPaths =
  (type: PathIntent) =>
  (args: CallArguments): readonly Intent[] =>
    pathsIn(args).map(path => ({ type, path }))

const intents: Readonly<Record<ToolVerb, (args: CallArguments) => readonly Intent[]>> = {
  read: ofPaths('read'),
  write: ofPaths('create'),
  modify: ofPaths('modify'),
  // An edit that replaces nothing makes the file.
  editor: args => ofPaths(hasOldText(args) ? 'modify' : 'create')(args),
  delete: ofPaths('delete'),
  move: moved,
  makeDirectory: args => pathsIn(args).map(path => ({ type: 'create', path, isDirectory: true })),
  patch: args => patchIntents(patchArgument(args) ?? ''),
  search: searched,
  list: args => [{ type: 'list', path: textArgument(args, directoryNames) ?? '.' }],
  fetch: fetched,
  todo: planned,
  ask: args => questionsIn(args).map(({ question }) => ({ type: 'ask', question })),
  delegate: delegated,
  run: () => [],
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

function hasOldText(args: CallArguments): boolean {
  return textArgument(args, [...oldTextNames, 'insert_line']) !== undefined
}

const directoryNames: readonly string[] = [...pathNames, 'dir_path', 'dir', 'directory']
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
