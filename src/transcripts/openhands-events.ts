/** Actions and observations, as OpenHands logged them before its SDK → chat messages as its agent sent them. */
import { isRecord, jsonText, type RawRecord } from '../formats/raw-value.ts'
import { wordSet } from '../scan/vocabulary/word-set.ts'
import { addChatEntry, chatUsage, toolMessage } from './chat-message.ts'
import type { ConversationBuilder } from './conversation-builder.ts'
import { compactionOf, listOf, numberOf, recordOf, recordOrigin, textOf, wordOf } from './log-values.ts'
import type { Origin } from './transcript.ts'

/** `{"id":5,"source":"agent","action":"run","args":{"command":"ls",…},"tool_call_metadata":{…}}` */
export function isOpenHandsEvent(event: unknown): event is RawRecord {
  return (
    isRecord(event) &&
    !('role' in event) &&
    (typeof event.action === 'string' || typeof event.observation === 'string')
  )
}

/** Adds a history to a conversation. Returns the problems. */
export function playOpenHandsEvents(
  conversation: ConversationBuilder,
  events: readonly RawRecord[],
  line: number,
): readonly string[] {
  const responses = new Set<string>()
  return events.flatMap((event, index) => {
    // The oldest versions keep arguments and extras in the event itself.
    const details = [event.args, event.extras].find(isRecord) ?? event
    const { timestamp, id = index } = event
    const origin = recordOrigin(line, { timestamp, id, cwd: recordOf(details.metadata).working_dir })
    const why =
      typeof event.action === 'string'
        ? addAction(conversation, event, details, origin, responses)
        : addObservation(conversation, event, details, origin)
    return why === undefined ? [] : `history[${index}]: ${why}`
  })
}

function addAction(
  conversation: ConversationBuilder,
  event: RawRecord,
  details: RawRecord,
  origin: Origin,
  responses: Set<string>,
): string | undefined {
  const { action, source } = event
  const { model_response: response, tool_call_id: call } = recordOf(event.tool_call_metadata)
  if (silentActions.has(action)) return undefined
  if (action === 'condensation') {
    const { line, timestamp } = origin
    conversation.mark(compactionOf(line, { summary: details.summary, timestamp }))
    return undefined
  }
  if (action === 'system') return say(conversation, 'system', details.content, origin)
  if (action === 'message') {
    const images = listOf(details.image_urls).map(url => ({ type: 'image_url', image_url: { url } }))
    const text = textOf(details.content)
    const content =
      images.length === 0 ? text : [...(text === undefined ? [] : [{ type: 'text', text }]), ...images]
    return say(conversation, speakerOf(source, conversation), content, origin)
  }
  if (!isRecord(response)) {
    const text = actionText(action, details)
    return source === 'user'
      ? say(conversation, 'user', text, origin)
      : say(conversation, 'assistant', joined([details.thought, text]), origin)
  }

  // Each call of a response is a separate action with the whole response.
  const key = textOf(response.id) ?? wordOf(call)
  const isNew = !responses.has(key)
  responses.add(key)
  const message: RawRecord = { role: 'assistant', ...recordOf(recordOf(listOf(response.choices)[0]).message) }
  if (isNew) conversation.mark(chatUsage(origin.line, response.usage))
  // `finish` has no result: OpenHands continues from it as from plain text.
  if (action === 'finish') {
    const text = joined([isNew ? message.content : undefined, details.final_thought])
    return say(conversation, 'assistant', text, origin)
  }
  return isNew ? addChatEntry(conversation, message, origin) : undefined
}

const silentActions: ReadonlySet<unknown> = wordSet(
  'null recall condensation_request change_agent_state pause resume stop loop_recovery',
)

function say(
  conversation: ConversationBuilder,
  role: string,
  content: unknown,
  origin: Origin,
): string | undefined {
  const isSilent = !Array.isArray(content) && textOf(content) === undefined
  return isSilent ? undefined : conversation.say({ role, content }, origin)
}

/** Early histories do not name the speaker: the user begins, then the speakers alternate. */
function speakerOf(source: unknown, conversation: ConversationBuilder): string {
  if (source === 'agent') return 'assistant'
  return source === 'user' || conversation.lastRole !== 'user' ? 'user' : 'assistant'
}

/** Without tool calls, the agent writes its actions in tags. */
function actionText(action: unknown, details: RawRecord): string | undefined {
  if (action === 'think') return undefined
  if (action === 'finish') return textOf(details.final_thought) ?? '<finish></finish>'
  if (action === 'run') return tagged('execute_bash', details.command)
  if (action === 'run_ipython') return tagged('execute_ipython', details.code)
  return tagged(wordOf(action), details.browser_actions ?? details.url ?? jsonText(details))
}

function tagged(tag: string, text: unknown): string {
  return `<${tag}>\n${wordOf(text)}\n</${tag}>`
}

function addObservation(
  conversation: ConversationBuilder,
  event: RawRecord,
  details: RawRecord,
  origin: Origin,
): string | undefined {
  if (event.observation === 'null' || event.observation === 'agent_state_changed') return undefined
  if (event.observation === 'recall') return say(conversation, 'user', recalled(details), origin)

  const { prefix, suffix } = recordOf(details.metadata)
  const content = wordOf(prefix) + wordOf(event.content) + wordOf(suffix)
  const { tool_call_id: call, function_name: name } = recordOf(event.tool_call_metadata)
  if (typeof call === 'string')
    return conversation.answer(call, toolMessage(call, content, textOf(name)), origin)

  const exitCode = numberOf(details.exit_code)
  const ending = exitCode === undefined ? undefined : `[exit code ${exitCode}]`
  return say(conversation, 'user', joined([content, ending]), origin)
}

/** The log only says that something was recalled; the model saw its content, in the agent's tags. */
function recalled(details: RawRecord): string | undefined {
  const knowledge = listOf(details.microagent_knowledge).map(each => recordOf(each).content)
  return joined([
    inTag('REPOSITORY_INSTRUCTIONS', details.repo_instructions),
    inTag('ADDITIONAL_INSTRUCTIONS', details.additional_agent_instructions),
    ...knowledge.map(content => inTag('EXTRA_INFO', content)),
  ])
}

function inTag(tag: string, content: unknown): string | undefined {
  const text = textOf(content)
  return text === undefined || text === '' ? undefined : `<${tag}>\n${text}\n</${tag}>`
}

function joined(texts: readonly unknown[]): string | undefined {
  const said = texts.flatMap(text => textOf(text) ?? [])
  return said.length === 0 ? undefined : said.join('\n')
}
