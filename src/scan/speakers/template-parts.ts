/** Prompts into which a program sets the words of a person: the words, and the instructions around them. */
import type { Span } from '../span.ts'
import type { Speech } from './speech.ts'

/** The text with its marks, and `isInForce` as far as the text alone shows it. */
export function instructions(
  span: Span,
  name: string,
  carrier: 'instructions' | 'environment' = 'instructions',
): Speech {
  return { ...span, kind: 'instructions', name, carrier, isInForce: true }
}

/** The name of the instructions below a task that a harness puts into its prompt. */
export const taskTemplate = 'task template end'

interface TemplateRow {
  /** How it may begin. */
  readonly heads: readonly string[]
  readonly from: string
  readonly to: string
  /** A person may have typed the task: one that is a line was. */
  readonly isTypable?: true
}

const templateRows: readonly TemplateRow[] = [
  // SWE-agent
  { heads: ["We're currently solving the following issue"], from: 'ISSUE:\n', to: '\nINSTRUCTIONS:' },
  {
    heads: ["We're currently solving the following CTF challenge"],
    from: 'The description is:\n',
    to: '\nFiles included',
  },
  // mini-SWE-agent
  {
    heads: ['Please solve this issue: '],
    from: 'Please solve this issue: ',
    to: '\n\nYou can execute bash commands',
    isTypable: true,
  },
  // OpenHands
  {
    heads: ['Please fix the following issue for the repository'],
    from: '# Problem Statement\n',
    to: '\n\nIMPORTANT:',
  },
  ...['issue_description', 'pr_description', 'problem_statement'].map(tag => ({
    heads: ['<uploaded_files>', `<${tag}>`, "I've uploaded a "],
    from: `<${tag}>`,
    to: `</${tag}>`,
  })),
]

const maxTypedTask = 300

export function templateParts(text: string): readonly Speech[] | undefined {
  const begin = text.slice(0, 200).trimStart()
  for (const { heads, from, to, isTypable } of templateRows) {
    if (!heads.some(head => begin.startsWith(head))) continue
    const at = text.indexOf(from)
    const end = text.indexOf(to, at + from.length)
    if (at < 0 || end < 0) continue
    const start = at + from.length
    return [
      { start: 0, end: start, kind: 'program' },
      isTypable === true && end - start <= maxTypedTask && !text.slice(start, end).includes('\n')
        ? { start, end, kind: 'typed' }
        : { start, end, kind: 'pasted' },
      instructions({ start: end, end: text.length }, taskTemplate),
    ]
  }
  return slotParts(text)
}

/** The name of what follows the place for the person's words. */
const promptEnd = 'prompt end'
/** Shorter texts are no prompts of commands. */
const minPromptLength = 300
/** A prompt that says where the person's words are in it, as those of spec-kit do. */
const slotHeading = /^#{1,4} (?:User Input|User Request|User Arguments|Arguments|Input)[ \r]{0,4}\n{1,3}/m
/** `$ARGUMENTS` at the end of a prompt that has no place for them, or the line that was typed. */
const lastLine = /\n\n(?:ARGUMENTS: [^\n]{0,4000}|\/[a-z][\w:.-]{1,60}(?: [^\n]{0,4000})?)\s{0,4}$/

function slotParts(text: string): readonly Speech[] | undefined {
  if (text.length < minPromptLength) return undefined
  const heading = slotHeading.exec(text)
  if (heading !== null) {
    const slot = slotAfter(text, heading.index + heading[0].length)
    if (slot !== undefined && text.length - slot.to >= minPromptLength) {
      const { from, start, end, to } = slot
      // A place that is empty is part of the instructions.
      if (text.slice(start, end).trim() === '')
        return [instructions({ start: 0, end: text.length }, promptEnd)]
      const parts: readonly Speech[] = [
        instructions({ start: 0, end: from }, 'prompt'),
        { start: from, end: start, kind: 'program' },
        { start, end, kind: 'typed' },
        { start: end, end: to, kind: 'program' },
        instructions({ start: to, end: text.length }, promptEnd),
      ]
      return parts.filter(part => part.end > part.start)
    }
  }
  const last = lastLine.exec(text.slice(-4200))
  if (last === null) return undefined
  const start = Math.max(0, text.length - 4200) + last.index
  if (start < minPromptLength) return undefined
  const line = text.slice(start).trim()
  const prompt = instructions({ start: 0, end: start }, 'prompt')
  // What follows `ARGUMENTS:` was typed behind the command, which is before the prompt.
  if (!line.startsWith('/')) return [instructions({ start: 0, end: text.length }, 'prompt')]
  const name = { start: text.length - text.slice(start).trimStart().length, end: 0 }
  const space = line.search(/\s/)
  const named = { start: name.start, end: name.start + (space < 0 ? line.length : space) }
  const args = space < 0 ? {} : { arguments: { start: named.end + 1, end: named.start + line.length } }
  return [prompt, { start, end: text.length, kind: 'command', name: named, ...args, hasPrompt: true }]
}

/** A place for the words of a person, with the fence around it, which is no part of the instructions before and after it. */
interface Slot extends Span {
  readonly from: number
  readonly to: number
}

/** The fence below the heading, or the paragraph; an unfilled `$ARGUMENTS` is no slot. */
function slotAfter(text: string, from: number): Slot | undefined {
  if (text.startsWith('```', from)) {
    const start = text.indexOf('\n', from) + 1
    const end = text.startsWith('```', start) ? start : text.indexOf('\n```', start)
    const lineEnd = text.indexOf('\n', end + 1)
    const to = lineEnd < 0 ? text.length : lineEnd
    return start === 0 || end < 0 ? undefined : { from, start, end, to }
  }
  const end = text.indexOf('\n\n', from)
  return end < 0 ? undefined : { from, start: from, end, to: end }
}

/** The prompt of a command that has a place for the user's words, and nothing in it. */
export function isBarePrompt(parts: readonly Speech[]): boolean {
  return (
    parts.some(part => part.kind === 'instructions' && part.name === promptEnd) &&
    parts.every(({ kind }) => kind === 'instructions' || kind === 'program')
  )
}
