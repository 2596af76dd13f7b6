/** What is known of a call when its result comes: its title, what it works on, and what kind of call it is. */
import type { Intent } from '../../../scan/actions/action.ts'
import { type AskedQuestion, askedQuestions } from '../../../scan/actions/asked-questions.ts'
import { commandOf } from '../../../scan/actions/call-command.ts'
import { describeCall } from '../../../scan/actions/describe-call.ts'
import { type NamedCall, rememberedCall } from '../../../scan/actions/remembered-call.ts'
import { readCheck } from '../../../scan/actions/shell/command-check.ts'
import { shellIntents } from '../../../scan/actions/shell/known-commands.ts'
import { shellCommands } from '../../../scan/actions/shell/shell-commands.ts'
import { type CallSource, originOf, sourceOf } from '../../../scan/actions/source-of.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import { graphemeCut } from '../../../scan/grapheme-cut.ts'
import type { ToolCallBlock, ToolResultBlock } from '../../../types.ts'
import { baseName, pathFromRoot, shortPath } from '../facts/common-root.ts'
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import { todoLines } from './argument-lines.ts'
import { shortCommand } from './short-command.ts'

/** What a call says by itself. */
interface CallFacts {
  readonly title: string
  readonly source: CallSource
  readonly origin: string
  /** It sets a whole list of things to do. */
  readonly isTodoList: boolean
  /** It changes what is to be done. */
  readonly isTodo: boolean
  /** It runs tests, a build, a linter. */
  readonly isCheck: boolean
  /** It changes a file. */
  readonly isEdit: boolean
  /** It lists a directory. */
  readonly isListing: boolean
  /** What it searched, where it is a search: a file, a directory, or nothing where that is not said. */
  readonly search?: { readonly path?: string }
  /** What it asks a person. */
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
    isListing: isListing(call),
    ...(search !== undefined && { search }),
    questions: askedQuestions(call),
  }
}, 'call facts')

/** A result whose call is not there has none. */
export function knownCall(
  block: ToolCallBlock | ToolResultBlock,
  calls: Map<string, KnownCall>,
  candidate: number,
): KnownCall | undefined {
  if (block.type === 'toolCall') calls.set(block.callId, { ...factsOf(block), candidate })
  return calls.get(block.callId)
}

/** What a host does that puts a file into a message. */
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
    isListing: false,
    questions: [],
    candidate: -1,
  }
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
  return only.path === undefined || others.length > 0 ? {} : { path: only.path }
}

function intentsOf(call: NamedCall): readonly Intent[] {
  const command = commandOf(call)
  return command === undefined ? toolIntents(call) : shellCommands(command).flatMap(shellIntents)
}

const maxNameLength = 40

/** Enough to tell which of several calls was answered; each of them has been said in full. */
export function nameOf(
  { title, source: { path } }: KnownCall,
  shared: ReadonlySet<string>,
  root: string | undefined,
): string {
  if (path !== undefined) {
    const shown = pathFromRoot(path, root)
    return shared.has(baseName(path)) ? shown : shortPath(shown)
  }
  const name = graphemeCut(title, maxNameLength).trimEnd()
  return name.length < title.length ? `${name} …` : name
}

/** ` (npm test)`: what a call that waits asks after. */
export function awaitedBy(
  { callId }: Pick<ToolCallBlock, 'callId'>,
  { awaited }: Pick<ConversationFacts, 'awaited'>,
): string {
  const call = awaited.get(callId)
  const what = call === undefined ? '' : describeCall(call).slice(call.name.length + 1)
  return what === '' ? '' : ` (${shortCommand(what, '')})`
}
