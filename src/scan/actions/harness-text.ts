/** What a user typed, apart from what the agent's own program wrote into the user's messages. */
import type { Message } from '../../types.ts'
import type { Span } from '../span.ts'
import { isShellAnswer } from './spoken-calls.ts'
import { taggedParts } from './tagged-parts.ts'

/** What programs wrap in tags. `instructions`: the user's standing rules. `data`: nobody's words. `words`: the user's. */
const tags: ReadonlyMap<string, 'instructions' | 'data' | 'words'> = new Map([
  ['command-args', 'words'] as const,
  ...'system-reminder system_reminder instructions user_instructions permissions collaboration_mode apps_instructions skills_instructions plugins_instructions skill'
    .split(' ')
    .map(name => [name, 'instructions'] as const),
  ...'environment_context session_context hook_context environment_details current_datetime local-command-caveat local-command-stdout local-command-stderr command-name command-message bash-input bash-stdout bash-stderr task-notification agent-notification turn_aborted file_content uploaded_files sql_tables user_info git_status ide_opened_file ide_selection open_and_recently_viewed_files attached_files'
    .split(' ')
    .map(name => [name, 'data'] as const),
])

const wholeMessages =
  /^\s{0,8}(?:This session is being continued from a previous conversation|\[Request interrupted by user|Caveat: The messages below were generated|Base directory for this skill: |Another language model started to solve this problem|Here is a demonstration of how to correctly accomplish this task)/

/** Stands before the instructions that a program adds. */
const headingLine = /^\s{0,8}# \S{1,80} instructions for \S{1,400}\s{0,8}$/

/** Texts that a program put in the user's mouth: a summary of its own, the answer of a shell to what came before. */
export function isProgramText(message: Message, before: Message | undefined, text: string): boolean {
  return wholeMessages.test(text) || (before?.role === 'assistant' && isShellAnswer(message))
}

export interface UserText {
  /** In the user's own words. */
  readonly typed: readonly Span[]
  /** Words that bind: typed, or standing instructions that a program added. */
  readonly binding: readonly Span[]
}

/** The parts of a user's text, in order, each a true stretch of it. Linear. */
export function userText(text: string): UserText {
  const typed: Span[] = []
  const binding: Span[] = []
  let from = 0
  const add = (start: number, end: number, isTyped: boolean): void => {
    const part = text.slice(start, end)
    if (part.trim() === '' || headingLine.test(part)) return
    if (isTyped) typed.push({ start, end })
    binding.push({ start, end })
  }
  for (const { name, start, end, body } of taggedParts(text, known => tags.has(known))) {
    const kind = tags.get(name)
    add(from, start, true)
    if (kind !== 'data') add(body.start, body.end, kind === 'words')
    from = end
  }
  add(from, text.length, true)
  return { typed, binding }
}
