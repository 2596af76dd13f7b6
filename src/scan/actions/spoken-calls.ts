/** Commands that an agent without tools writes into its text, and that its shell answers in the next message. */
import type { Message, ToolCallBlock } from '../../types.ts'
import { fences } from '../fences.ts'

/** `undefined` where the text runs nothing. The answer decides: a code block that was not run is only shown. */
export function spokenCall(
  message: Message,
  answer: Message | undefined,
): Pick<ToolCallBlock, 'name' | 'text'> | undefined {
  const command = spokenCommand(message, answer)
  if (command === undefined) return undefined
  // `edit 3:5`, or `edit` of the lines between cursors, then the new lines and `end_of_edit`: code, not a script.
  if (/^edit(?: \d+:\d+)?\n/.test(command)) return { name: 'edit', text: '{}' }
  return { name: 'bash', text: JSON.stringify({ command }) }
}

/** The command itself. */
export function spokenCommand(message: Message, answer: Message | undefined): string | undefined {
  if (message.role !== 'assistant' || answer === undefined || !isShellAnswer(answer)) return undefined
  const text = textBlocksOf(message)
  const command = (lastTagged(text) ?? lastFence(text))?.trim()
  return command === '' ? undefined : command
}

export function textBlocksOf({ blocks }: Message): string {
  return blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n')
}

/** `<returncode>0</returncode>`, `bash-$`, `[exit code 0]`: how shells that speak through messages end. */
export function isShellAnswer(message: Message): boolean {
  const text = textBlocksOf(message)
  if (text.startsWith('<returncode>')) return true
  const end = text.slice(-100)
  // A look at the last sign is cheaper than a pattern, and every message is asked.
  switch (end.trimEnd().at(-1)) {
    case '$':
      return /(?:^|\n)bash-\$\s{0,4}$/.test(end)
    case ']':
      return /\[(The command completed with )?exit code:? -?\d{1,10}\.?\]\s{0,4}$/.test(end)
    default:
      return false
  }
}

/** Whether a message in the user's name is what a shell answered to the agent. */
export function isShellReply(messages: readonly Message[], at: number): boolean {
  const message = messages[at]
  return message?.role === 'user' && messages[at - 1]?.role === 'assistant' && isShellAnswer(message)
}

/** Whether a message ends in a command that its shell has not answered, as it has answered the one before. */
export function awaitsShell(messages: readonly Message[], at: number): boolean {
  const message = messages[at]
  if (message?.role !== 'assistant' || !isShellReply(messages, at - 1)) return false
  const text = textBlocksOf(message).trimEnd()
  return text.endsWith('```') || commandTags.some(tag => text.endsWith(`</${tag}>`))
}

const commandTags = ['execute_bash', 'command']

function lastTagged(text: string): string | undefined {
  for (const tag of commandTags) {
    const start = text.lastIndexOf(`<${tag}>`)
    if (start < 0) continue
    const end = text.indexOf(`</${tag}>`, start)
    return text.slice(start + tag.length + 2, end < 0 ? undefined : end)
  }
  return undefined
}

function lastFence(text: string): string | undefined {
  const last = fences(text).at(-1)
  if (last === undefined) return undefined
  const lines = text.slice(last.start, last.end).trimEnd().split('\n')
  return lines.slice(1, lines.at(-1)?.trim().startsWith('`') ? -1 : undefined).join('\n')
}
