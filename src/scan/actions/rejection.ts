/** A person's refusal to let a tool run, or consent to a plan, from the texts that agents put in the place of its result. */
import { hasOneOf } from '../has-one-of.ts'

interface Rejection {
  /** The person's exact words; empty where there are none. */
  readonly words: string
}

/** The beginning of a result, with the rest of its sentence. A result that merely refers to a rejection begins otherwise. */
const rejected =
  /^\s{0,8}(?:\{"(?:error|output|content)":\s?")?(?:\[[^\]\n]{1,300}\] Result:\s{1,4})?(Error: |<error>|\[Operation Cancelled\] Reason: )?(?:The user doesn['’]t want to (?:proceed with this tool use|take this action)|The tool (?:call|use) was rejected|(?:exec command|patch|command|tool call|MCP tool call|action) rejected by (?:the )?user|(The )?[Uu]ser (?:rejected|denied|declined|did not allow) (?:this|the|permission|tool|MCP|your)|Action (?:was )?rejected\b|(?:The )?[Uu]ser (?:chose to skip|cancelled) (?:this|the) tool call)/

/** One of these is in each of them. */
const rejectedParts = [
  't want to ',
  'reject',
  'denied',
  'declined',
  'did not allow',
  'chose to skip',
  'cancelled',
]

function rejectedIn(head: string): RegExpExecArray | null {
  return hasOneOf(head, rejectedParts) ? rejected.exec(head) : null
}

/** Where the person's words are behind it. */
const wordsAfter: readonly RegExp[] = [
  // Claude Code
  /the user said:\n/,
  // Cline, Roo Code
  /<feedback>\n?/,
  // opencode, Copilot CLI, OpenHands
  /(?:with (?:the following )?feedback|[Uu]ser feedback|Reason|Action rejected): ?/,
]
/** A result that says no more than this is read for words only so far. */
const maxHeadLength = 600

/** Claude Code says it in the person's place, where a person wants to talk about questions instead of answering them. */
const clarifying = 'The user wants to clarify these questions.'

/** `undefined` where the result is no rejection. */
export function rejectionIn(text: string): Rejection | undefined {
  const head = text.slice(0, maxHeadLength)
  const found = rejectedIn(head)
  if (found === null) return undefined
  for (const mark of wordsAfter) {
    const at = mark.exec(head)
    if (at === null || at.index + at[0].length < found[0].length) continue
    const rest = text.slice(at.index + at[0].length)
    const end = mark.source.startsWith('<feedback>') ? rest.indexOf('</feedback>') : -1
    const words = rest.slice(0, end < 0 ? undefined : end).trim()
    return { words: words.startsWith(clarifying) || defaultRejection.test(words) ? '' : words }
  }
  return { words: '' }
}

/** Whether a person did not answer questions, since they want to talk about them. */
export function wantsToClarify(text: string): boolean {
  return text.slice(0, maxHeadLength).includes(clarifying)
}

/** What a program says where the person said nothing. */
const defaultRejection = /^(?:User did not allow tool call|User rejected the action\.?)["}\s.]{0,8}$/

/** The text of a host whose settings refuse a call, or that had no user to ask. */
const denied =
  /^\s{0,8}(?:<tool_use_error>|Error: |\{"(?:error|output|content)":\s?")?(?:Permission to use \S{1,100} (?:with \S|has been denied)|\w{1,40} requested permissions? to .{1,300}, but you haven['’]t granted it|The user has specified a rule which prevents you from using|Tool execution .{0,100}denied by policy|Permission denied and could not request permission)/

const deniedParts = ['Permission', 'requested permission', 'specified a rule', 'denied by policy']

/** Whether the call was not allowed, by a person or by the settings of the host: it neither ran nor failed. */
export function isRejection(text: string): boolean {
  const head = text.slice(0, maxHeadLength)
  return rejectedIn(head) !== null || (hasOneOf(head, deniedParts) && denied.test(head))
}

/** A plan that the person let pass. */
const approval = /^User has approved (?:your plan|exiting plan mode|the plan)\b[^.\n]{0,80}\.?/

/** The sentence that says so; `undefined` where the result is no approval. */
export function approvalIn(text: string): string | undefined {
  return approval.exec(text)?.[0]
}
