/** Commands that a person ran in the shell of an agent's program, with what they printed: `! git pull`. */
import type { Message, Target } from '../../types.ts'
import { hasOneOf } from '../has-one-of.ts'
import { locatedBlocks } from '../located-blocks.ts'
import type { LocatedAnswer } from './action.ts'
import type { LocatedAction } from './actions-in.ts'
import { actionsOf } from './actions-of.ts'
import { runReport } from './run-report.ts'
import { type TaggedPart, taggedParts, taggedText } from './tagged-parts.ts'

const marks = ['<bash-', '<user_shell_command>', 'Ran `', 'I ran the following']
const tags: ReadonlySet<string> = new Set(['bash-input', 'bash-stdout', 'bash-stderr', 'user_shell_command'])

/** In order. Only commands with a result. */
export function userCommands(messages: readonly Message[]): readonly LocatedAction[] {
  const found: LocatedAction[] = []
  const add = (place: Target, command: string, text: string, at: Target): void => {
    const answer: LocatedAnswer = { text, message: at.message, block: at.block }
    const [action] = actionsOf({ name: 'bash', text: JSON.stringify({ command }) }, answer)
    if (action !== undefined) found.push({ message: place.message, block: place.block, action, answer })
  }
  let typed: { readonly place: Target; readonly command: string } | undefined
  for (const { message, block, role, type, own } of locatedBlocks(messages)) {
    if (role !== 'user' || type !== 'text' || !hasOneOf(own.text, marks)) continue
    const { text } = own
    const place = { message, block }
    const report = runReport(text)
    if (report !== undefined)
      add(place, text.slice(report.command.start, report.command.end), report.output, place)
    const parts = taggedParts(text, name => tags.has(name))
    const bodyOf = ({ body }: TaggedPart): string => text.slice(body.start, body.end)
    const printed = parts.filter(({ name }) => name === 'bash-stdout' || name === 'bash-stderr')
    for (const part of parts) {
      if (part.name === 'bash-input') typed = { place, command: bodyOf(part).trim() }
      if (part.name !== 'user_shell_command') continue
      const command = taggedText(bodyOf(part), 'command')?.trim()
      if (command !== undefined) add(place, command, (taggedText(bodyOf(part), 'result') ?? '').trim(), place)
    }
    if (printed.length === 0 || typed === undefined) continue
    const output = printed.map(bodyOf).filter(body => body !== '')
    add(typed.place, typed.command, output.join('\n'), place)
    typed = undefined
  }
  return found
}
