/** What programs put into a user's text, known by how they mark it; a new agent is one more row. */
import { remembered } from '../../tokens/remembered.ts'
import { carriersIn } from '../actions/instruction-carriers.ts'
import { runReport } from '../actions/run-report.ts'
import { type TaggedPart, taggedParts } from '../actions/tagged-parts.ts'
import { spanPieces } from '../marker.ts'
import type { Span } from '../span.ts'
import { wordSet } from '../vocabulary/word-set.ts'
import { demonstrationIn } from './demonstration-in.ts'
import type { Speech } from './speech.ts'
import { instructions, templateParts } from './template-parts.ts'

/** A prompt that ends with the turn that it was loaded for. */
const passing = /^(?:skill|<skill\b|<skill_content|<activated_skill|prompt\b)|^\S{1,400}\/skills\//i

/** The parts that a mark identifies, in order; the text between them is a person's. Linear. */
export const markedParts: (text: string) => readonly Speech[] = remembered(readMarkedParts)

function readMarkedParts(text: string): readonly Speech[] {
  return inOrder(ownSummaries(text) ?? wholeText(text) ?? templateParts(text) ?? framedParts(text))
}

/** Whether these instructions end with the turn that they were loaded for. */
export function isPassing(name: string): boolean {
  return passing.test(name)
}

/** What a view of ours says about earlier messages. */
function ownSummaries(text: string): readonly Speech[] | undefined {
  if (!text.includes('[')) return undefined
  const pieces = spanPieces(text)
  if (pieces.every(({ mark }) => mark === undefined)) return undefined
  let from = 0
  const parts = pieces.flatMap(({ text: piece, mark }): readonly Speech[] => {
    const start = text.indexOf(piece, from)
    if (start < 0) return []
    // The end lines between them are ours too.
    const between: Speech = { start: from, end: start, kind: 'program' }
    const end = start + piece.length
    from = end
    return [
      between,
      ...(mark === undefined
        ? shifted(markedParts(piece), start)
        : [{ start, end, kind: 'summary', isOurs: true } as const]),
    ]
  })
  return [...parts, { start: from, end: text.length, kind: 'program' }]
}

function shifted(parts: readonly Speech[], by: number): readonly Speech[] {
  const moved = ({ start, end }: Span): Span => ({ start: start + by, end: end + by })
  return parts.map(part =>
    part.kind === 'command'
      ? {
          ...part,
          ...moved(part),
          name: moved(part.name),
          ...(part.arguments === undefined ? {} : { arguments: moved(part.arguments) }),
        }
      : { ...part, ...moved(part) },
  )
}

/** How texts begin that a program wrote as a whole. */
const wholeRows: readonly { readonly kind: 'program' | 'summary' | 'quotedAgent'; readonly head: RegExp }[] =
  [
    {
      kind: 'summary',
      head: /^(?:This session is being continued from a previous conversation|Another language model started to solve this problem|The conversation history before this point was compacted|The following is a summary of a branch that this conversation came back from|<state_snapshot>|<conversation_summary>|<CONVERSATION SUMMARY>|<summary>\n|What did we do so far\?$)/,
    },
    // Claude Code: a plan of the agent's that a person let pass
    { kind: 'quotedAgent', head: /^Implement the following plan:\n{1,3}[#\w*<]/ },
    {
      kind: 'program',
      head: /^(?:\[Request interrupted by user|Caveat: The messages below were generated|Operation stopped by hook: |(?:Stop|PreToolUse|PostToolUse|UserPromptSubmit|SessionStart|SubagentStop)(?::\S{1,80})? hook |Here is a demonstration of how to correctly accomplish this task|System: Please continue\.|\[TASK RESUMPTION\]|\[ERROR\] You did not use a tool|\[Image: (?:original|source)|Called the \w{1,40} tool with the following input: |<path>[^<>\n]{1,400}<\/path>\n<type>|The following tool was executed by the user$|Use the above message and context to generate a prompt and call the task tool|Your (?:last|previous) (?:output|response) |<(?:task|agent|subagent)[_-]notification>|\[[a-z_]{3,40}(?: for [^\]\n]{0,300})?\] Result:)/,
    },
  ]

function wholeText(text: string): readonly Speech[] | undefined {
  const start = text.search(/\S/)
  const begin = text.slice(Math.max(0, start), start + 200)
  const all = { start: 0, end: text.length }
  const { end = 0 } = demonstrationIn(text) ?? {}
  if (end > 0 && text.slice(end).trim() !== '')
    return [{ start: 0, end, kind: 'program' }, ...shifted(markedParts(text.slice(end)), end)]
  for (const { kind, head } of wholeRows) if (head.test(begin)) return [{ ...all, kind }]
  const name = runReport(text)?.command
  if (name !== undefined) return [{ ...all, kind: 'command', name, hasPrompt: false }]
  // Only a program wraps all that it says in one tag of its own: `<subagent_notification>…</subagent_notification>`.
  const tag = /^<([a-z]{2,30}[_-][a-z_-]{2,40}|file)(?: [^<>\n]{0,200})?>/.exec(begin)?.[1]
  if (tag === undefined || knownTags.has(tag) || carrierTag.test(tag)) return undefined
  const close = `</${tag}>`
  const trimmed = text.trimEnd()
  return trimmed.endsWith(close) && text.indexOf(close) === trimmed.length - close.length
    ? [{ ...all, kind: 'program' }]
    : undefined
}

/** Tags that `carriersIn` knows better. */
const carrierTag = /instruction|context|memor|rules|skill|environment|info|reminder/

/** Tags whose body a person typed: around them a program speaks. */
const frameTags: ReadonlySet<string> =
  wordSet(`user_query userrequest user_request user_message user-message user-prompt user_prompt user-memory-input
  feedback answer task`)
/** Where the person's words begin behind what an editor says of itself: `## My request for Codex:`. */
const requestHeading = /^## My request for [\w ]{1,40}:[ \r]{0,4}\n?/m

/** Texts in tags of a program, other than instructions: they have no speaker. */
const dataTags =
  'system-reminder system_reminder system-notification environment_context session_context hook_context environment_details current_datetime local-command-caveat local-command-stdout local-command-stderr bash-stdout bash-stderr task-notification agent-notification subagent_notification turn_aborted file_content uploaded_files sql_tables user_info git_status ide_opened_file ide_selection ide_diagnostics open_and_recently_viewed_files attached_files attachments attachment editorcontext user-prompt-submit-hook session-start-hook post-tool-use-hook teammate-message extra_info runtime_information repository_info todo_list'
const commandTags: ReadonlySet<string> = wordSet(
  'command-message command-name command-args bash-input user_shell_command',
)
const knownTags: ReadonlySet<string> = new Set([...dataTags.split(' '), ...commandTags, ...frameTags])

function framedParts(text: string): readonly Speech[] {
  const request = text.startsWith('# ') ? requestHeading.exec(text) : null
  if (request !== null) {
    const start = request.index + request[0].length
    return [{ start: 0, end: start, kind: 'program' }, ...shifted(framedParts(text.slice(start)), start)]
  }
  const tagged = text.includes('</') ? taggedParts(text, name => knownTags.has(name)) : []
  const frames = tagged.filter(({ name, start }) => isFrame(text, name, start))
  if (frames.length > 0) return aroundFrames(text, frames)
  return [...tagParts(text, tagged), ...carrierParts(text), ...attachedFiles(text), ...endMarks(text)]
}

/** Words such as `task` are a program's only where a text begins with them. */
function isFrame(text: string, name: string, start: number): boolean {
  return frameTags.has(name) && (/[_-]|userrequest/.test(name) || text.slice(0, start).trim() === '')
}

function aroundFrames(text: string, frames: readonly TaggedPart[]): readonly Speech[] {
  let from = 0
  const parts: Speech[] = []
  for (const { body } of frames) {
    parts.push({ start: from, end: body.start, kind: 'program' })
    parts.push(...shifted(framedParts(text.slice(body.start, body.end)), body.start))
    from = body.end
  }
  return [...parts, { start: from, end: text.length, kind: 'program' }]
}

function tagParts(text: string, tagged: readonly TaggedPart[]): readonly Speech[] {
  const parts: Speech[] = []
  for (let at = 0; at < tagged.length; at += 1) {
    const part = tagged[at] as TaggedPart
    if (!commandTags.has(part.name)) {
      if (!frameTags.has(part.name)) parts.push({ start: part.start, end: part.end, kind: 'program' })
      continue
    }
    // The tags of one command follow each other.
    const own = [part]
    while (
      commandTags.has(tagged[at + 1]?.name ?? '') &&
      isNext(text, own.at(-1) as TaggedPart, tagged[at + 1] as TaggedPart)
    ) {
      own.push(tagged[at + 1] as TaggedPart)
      at += 1
    }
    parts.push(commandOf(text, own))
  }
  return parts
}

function isNext(text: string, one: TaggedPart, other: TaggedPart): boolean {
  return text.slice(one.end, other.start).trim() === '' && one.name !== other.name
}

function commandOf(text: string, tags: readonly TaggedPart[]): Speech {
  const body = (...names: readonly string[]): Span | undefined => {
    const tag = tags.find(({ name }) => names.includes(name))
    return tag === undefined ? undefined : trimmed(text, tag.body)
  }
  const span = { start: (tags[0] as TaggedPart).start, end: (tags.at(-1) as TaggedPart).end }
  const shell = body('bash-input', 'user_shell_command')
  const name = shell ?? body('command-name')
  if (name === undefined || name.end === name.start) return { ...span, kind: 'program' }
  const args = body('command-args')
  const given = args === undefined || args.end === args.start ? {} : { arguments: args }
  // The tags of a command that its program runs alone are in another order.
  const hasPrompt = (tags[0] as TaggedPart).name === 'command-message'
  return { ...span, kind: 'command', name, ...given, hasPrompt }
}

function trimmed(text: string, { start, end }: Span): Span {
  const body = text.slice(start, end)
  const first = body.length - body.trimStart().length
  return first === body.length
    ? { start, end: start }
    : { start: start + first, end: start + body.trimEnd().length }
}

function carrierParts(text: string): readonly Speech[] {
  return carriersIn(text).flatMap(({ start, end, name, kind }) =>
    // People write such tags too, to order what they say.
    text.startsWith('<instructions>', start) ? [] : [instructions({ start, end }, name, kind)],
  )
}

/** Gemini CLI: files that were named with `@`. */
const attachedMark = '--- Content from referenced files ---'

function attachedFiles(text: string): readonly Speech[] {
  const start = text.indexOf(attachedMark)
  if (start < 0) return []
  const endMark = '--- End of content ---'
  const end = text.lastIndexOf(endMark)
  return [{ start, end: end < start ? text.length : end + endMark.length, kind: 'program' }]
}

/** tau-bench: the user has left. */
const endMark = /###[A-Z][A-Z-]{2,30}###/g

function endMarks(text: string): readonly Speech[] {
  if (!text.includes('###')) return []
  return Array.from(text.matchAll(endMark), ({ index, 0: mark }) => ({
    start: index,
    end: index + mark.length,
    kind: 'program' as const,
  }))
}

/** Without overlaps: where two marks cover the same part, the more specific one counts. */
function inOrder(parts: readonly Speech[]): readonly Speech[] {
  const rank = ({ kind }: Speech): number => (kind === 'instructions' ? 0 : 1)
  const sorted = parts.toSorted((one, other) => one.start - other.start || rank(one) - rank(other))
  const kept: Speech[] = []
  for (const part of sorted) {
    const last = kept.at(-1)
    if (last === undefined || part.start >= last.end) kept.push(part)
    // A heading above a tag belongs to its instructions.
    else if (part.kind !== 'instructions' || part.end <= last.end) continue
    else kept[kept.length - 1] = { ...part, start: last.start }
  }
  return kept.filter(({ start, end }) => end > start)
}
