/** Facts about a call that its result needs: its title, its target, and its kind. */
import type { Intent } from '../../../scan/actions/action.ts'
import { type AskedQuestion, askedQuestions } from '../../../scan/actions/asked-questions.ts'
import { argumentsOf, pathNames } from '../../../scan/actions/call-arguments.ts'
import { commandOf } from '../../../scan/actions/call-command.ts'
import { describeCall } from '../../../scan/actions/describe-call.ts'
import { type NamedCall, rememberedCall } from '../../../scan/actions/remembered-call.ts'
import { searchAlternatives } from '../../../scan/actions/search-alternatives.ts'
import { readCheck } from '../../../scan/actions/shell/command-check.ts'
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import { shellCommands } from '../../../scan/actions/shell/shell-commands.ts'
import { shellIntents } from '../../../scan/actions/shell/shell-intents.ts'
import { type CallSource, originOf, sourceOf } from '../../../scan/actions/source-of.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import type { ToolCallBlock, ToolResultBlock } from '../../../types.ts'
import { nameFrom, shortPath, titleBelowRoot } from '../facts/common-root.ts'
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import { todoLines } from './argument-lines.ts'
import { callLabel } from './call-label.ts'
import { shortCommand } from './short-command.ts'

/** Facts that the call alone determines. */
interface CallFacts {
  readonly title: string
  readonly source: CallSource
  readonly origin: string
  /** It sets a whole list of tasks. */
  readonly isTodoList: boolean
  /** It changes tasks. */
  readonly isTodo: boolean
  /** It runs tests, a build, a linter. */
  readonly isCheck: boolean
  /** It changes a file. */
  readonly isEdit: boolean
  /** It reads all of a file: it names nothing but the file. */
  readonly readsWhole: boolean
  /** It lists a directory. */
  readonly isListing: boolean
  /** The target of a search: a file or a directory, absent where it is not given; and what it looks for. */
  readonly search?: { readonly path?: string; readonly alternatives: readonly string[] }
  /** The questions that it asks a person. */
  readonly questions: readonly AskedQuestion[]
}

/** A call, read once for itself and for its result. */
export interface KnownCall extends CallFacts {
  /** The candidate that names it. */
  readonly candidate: number
}

const factsOf = rememberedCall((call): CallFacts => {
  const source = sourceOf(call)
  const search = searchOf(call)
  return {
    title: describeCall(call),
    source,
    origin: originOf(call, source),
    isTodoList: todoLines(call) !== undefined,
    isTodo: isTodo(call),
    isCheck: readCheck(commandOf(call) ?? '').isCheck,
    isEdit: isEdit(call),
    readsWhole: readsWhole(call),
    isListing: isListing(call),
    ...(search !== undefined && { search }),
    questions: askedQuestions(call),
  }
}, 'call facts')

/** `undefined` for a result without a call. */
export function knownCall(
  block: ToolCallBlock | ToolResultBlock,
  calls: Map<string, KnownCall>,
  candidate: number,
): KnownCall | undefined {
  if (block.type === 'toolCall') calls.set(block.callId, { ...factsOf(block), candidate })
  return calls.get(block.callId)
}

/** A call in place of a file that a host attached to a message. */
export function attachingCall(path: string): KnownCall {
  const source = { tool: '', path }
  const origin = originOf({ name: '', text: '' }, source)
  return {
    title: path,
    source,
    origin,
    isTodoList: false,
    isTodo: false,
    isCheck: false,
    isEdit: false,
    readsWhole: false,
    isListing: false,
    questions: [],
    candidate: -1,
  }
}

function readsWhole(call: NamedCall): boolean {
  const [only, ...others] = toolIntents(call)
  if (only?.type !== 'read' || others.length > 0 || commandOf(call) !== undefined) return false
  return Object.keys(argumentsOf(call)).every(name => pathNames.includes(name))
}

function isEdit(call: NamedCall): boolean {
  const [intent] = commandOf(call) === undefined ? toolIntents(call) : []
  return intent?.type === 'modify' || intent?.type === 'create'
}

function isTodo(call: NamedCall): boolean {
  const [intent] = commandOf(call) === undefined ? toolIntents(call) : []
  return intent?.type === 'todo' && intent.items.length > 0
}

function isListing(call: NamedCall): boolean {
  return intentsOf(call).some(({ type }) => type === 'list')
}

function searchOf(call: NamedCall): CallFacts['search'] {
  const searches = intentsOf(call).filter(intent => intent.type === 'search')
  const [only, ...others] = searches
  if (only === undefined) return undefined
  const alternatives = searches.flatMap(({ query }) => searchAlternatives(query))
  return { alternatives, ...(only.path !== undefined && others.length === 0 && { path: only.path }) }
}

function intentsOf(call: NamedCall): readonly Intent[] {
  const command = commandOf(call)
  return command === undefined ? toolIntents(call) : shellCommands(command).flatMap(shellIntents)
}

/** Short, but enough to tell which call was answered; the call itself is shown in full. */
export function nameOf(
  { title, source: { path, command } }: KnownCall,
  shared: ReadonlySet<string>,
  root: string | undefined,
): string {
  if (path !== undefined) {
    const shown = nameFrom(path, root)
    return shared.has(fileName(path)) ? shown : shortPath(shown)
  }
  return callLabel(titleBelowRoot(title, root), command !== undefined)
}

/** ` (npm test)`: what a waiting call waits for. */
export function awaitedBy(
  { callId }: Pick<ToolCallBlock, 'callId'>,
  { awaited }: Pick<ConversationFacts, 'awaited'>,
): string {
  const call = awaited.get(callId)
  const what = call === undefined ? '' : describeCall(call).slice(call.name.length + 1)
  return what === '' ? '' : ` (${shortCommand(what, '')})`
}
