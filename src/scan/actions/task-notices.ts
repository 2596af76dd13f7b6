/** What a host reports of work in the background: `<task-notification><task-id>b3f</task-id>…</task-notification>`. */
import { taggedText } from './tagged-parts.ts'

interface TaskNotice {
  readonly id: string | undefined
  /** `completed`, `failed`, `killed` */
  readonly status: string | undefined
  /** `Background command "Run the tests" completed (exit code 0)`, `Agent "Read the docs" completed` */
  readonly summary: string
  /** What a subagent reported. */
  readonly result: string
}

const tag = 'task-notification'
const maxNotices = 50

/** In order. Linear. */
export function taskNotices(text: string): readonly TaskNotice[] {
  const found: TaskNotice[] = []
  let at = text.indexOf(`<${tag}>`)
  while (at >= 0 && found.length < maxNotices) {
    const end = text.indexOf(`</${tag}>`, at)
    const notice = text.slice(at, end < 0 ? text.length : end)
    found.push({
      id: taggedText(notice, 'task-id') ?? taggedText(notice, 'agent-id'),
      status: taggedText(notice, 'status'),
      summary: taggedText(notice, 'summary') ?? '',
      result: taggedText(notice, 'result')?.trim() ?? '',
    })
    at = end < 0 ? -1 : text.indexOf(`<${tag}>`, end)
  }
  return found
}
