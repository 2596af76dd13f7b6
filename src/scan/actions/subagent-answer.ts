/** What a subagent reported, from the forms in which agents hand it on. */
import { isRecord, jsonRecord, present, type RawRecord } from '../../tokens/json-value.ts'
import { entryArguments, textArgument } from './call-arguments.ts'
import { taggedText } from './tagged-parts.ts'
import { taskNotices } from './task-notices.ts'

export interface SubagentAnswer {
  /** The name by which the agent asks for it. */
  readonly id?: string
  /** What it was asked to do, where the answer says so. */
  readonly task?: string
  /** Its report; absent while it is at work, or where the report is kept elsewhere. */
  readonly report?: string
}

const idLine = /^\s{0,4}(?:agentId|agent_id|task_id|taskId): {0,2}([\w.-]{1,80})/m
const launched = /^\s{0,4}(?:Async agent launched|Agent (?:started|launched|spawned)|Spawned agent)/i
/** Below the report: numbers for the program, not for the reader. */
const footers = ['\nagentId: ', '\n<usage>', '\n<task_metadata>', '\n[Subagent metrics']

/** The answer to the call that started it. Linear. */
export function delegateAnswer(text: string): SubagentAnswer {
  const head = text.slice(0, 400)
  const object = jsonObject(text)
  if (object !== undefined) return ofObject(object)
  const id = idLine.exec(head)?.[1] ?? idLine.exec(text.slice(-1200))?.[1]
  const own = id === undefined ? {} : { id }
  if (launched.test(head)) return own
  const tagged = taggedText(text, 'task_result') ?? taggedText(text, 'result')
  const report = (tagged ?? withoutFooter(text)).trim()
  return report === '' || idLine.exec(report)?.[0] === report ? own : { ...own, report }
}

/** Answers of subagents that were asked for later, or that a program reports. */
export function laterAnswers(text: string): readonly SubagentAnswer[] {
  if (text.startsWith('<retrieval_status>')) return retrieved(text)
  return text.includes('notification>') ? [...notified(text), ...announced(text)] : []
}

/** `{"status": {"agent-1": {"completed": "…"}}}`: what several agents have reported so far. */
export function waitedAnswers(text: string): readonly SubagentAnswer[] {
  const { status, statuses } = jsonObject(text) ?? {}
  return Object.entries(entryArguments(isRecord(status) ? status : statuses)).flatMap(([id, value]) => {
    const report = textArgument(entryArguments(value), ['completed'])?.trim() ?? ''
    return report === '' ? [] : [{ id, report }]
  })
}

function retrieved(text: string): readonly SubagentAnswer[] {
  const head = text.slice(0, 600)
  if (!head.includes('agent</task_type>') || taggedText(head, 'status') !== 'completed') return []
  const id = taggedText(head, 'task_id')
  const start = text.indexOf('<output>')
  const end = text.lastIndexOf('</output>')
  if (id === undefined || start < 0 || end < start) return []
  const report = afterTools(text.slice(start + '<output>'.length, end))
  return report === '' ? [{ id }] : [{ id, report }]
}

/** The transcript of a subagent shows its calls before its report. */
function afterTools(output: string): string {
  const last = output.lastIndexOf('\n[Tool: ')
  if (last < 0) return output.trim()
  const lineEnd = output.indexOf('\n', last + 1)
  return lineEnd < 0 ? '' : output.slice(lineEnd).trim()
}

function notified(text: string): readonly SubagentAnswer[] {
  return taskNotices(text).flatMap(({ id, summary, result }) => {
    const task = /^Agent "([^"\n]{1,300})"/.exec(summary)?.[1]
    return result === '' ? [] : [{ ...present({ id, task }), report: result }]
  })
}

/** `<subagent_notification>{"agent_id": …, "status": {"completed": "…"}}</subagent_notification>` */
function announced(text: string): readonly SubagentAnswer[] {
  const notice = text.includes('<subagent_notification>')
    ? taggedText(text, 'subagent_notification')
    : undefined
  const object = notice === undefined ? undefined : jsonObject(notice.trim())
  return object === undefined ? [] : [ofObject(object)].filter(({ report }) => report !== undefined)
}

function ofObject(object: RawRecord): SubagentAnswer {
  const id = textArgument(object, ['agent_id', 'agentId', 'agent_path', 'task_id', 'id'])
  const report =
    textArgument(entryArguments(object['status']), ['completed']) ??
    textArgument(object, ['result', 'output', 'report', 'response', 'content'])
  return present({ id, report: report?.trim() || undefined })
}

function withoutFooter(text: string): string {
  const ends = footers.map(footer => text.lastIndexOf(footer)).filter(at => at >= 0)
  return text.slice(0, Math.min(text.length, ...ends))
}

/** Most answers are no JSON: those are not parsed. */
function jsonObject(text: string): RawRecord | undefined {
  return text.startsWith('{') ? jsonRecord(text) : undefined
}
