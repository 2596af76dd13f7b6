/** Commands that an agent without tools writes into its text, and that its shell answers in the next message. */
import type { Message, ToolCallBlock } from '../../types.ts'
import { fences } from '../fences.ts'

/** `undefined` where the text runs nothing. The answer decides: a code block that nobody ran is only shown. */
export function spokenCall(
  message: Message,
  answer: Message | undefined,
): Pick<ToolCallBlock, 'name' | 'text'> | undefined {
  if (message.role !== 'assistant' || answer === undefined || !isShellAnswer(answer)) return undefined
  const text = textOf(message)
  const command = lastTagged(text) ?? lastFence(text)
  if (command === undefined || command.trim() === '') return undefined
  // `edit 3:5`, the new lines, `end_of_edit`: code, not a script.
  if (/^edit \d+:\d+\n/.test(command)) return { name: 'edit', text: '{}' }
  return { name: 'bash', text: JSON.stringify({ command: command.trim() }) }
}

export function textOf({ blocks }: Message): string {
  return blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n')
}

/** `<returncode>0</returncode>`, `bash-$`, `[exit code 0]`: how shells that speak through messages end. */
export function isShellAnswer(message: Message): boolean {
  const text = textOf(message)
  return (
    text.startsWith('<returncode>') ||
    /(?:^|\n)bash-\$\s{0,4}$/.test(text.slice(-100)) ||
    /\[(?:The command completed with )?exit code:? -?\d{1,10}\.?\]\s{0,4}$/.test(text.slice(-100))
  )
}

const openingTag = '<execute_bash>'

function lastTagged(text: string): string | undefined {
  const start = text.lastIndexOf(openingTag)
  const end = text.indexOf('</execute_bash>', start)
  return start < 0 ? undefined : text.slice(start + openingTag.length, end < 0 ? undefined : end)
}

function lastFence(text: string): string | undefined {
  const last = fences(text).at(-1)
  if (last === undefined) return undefined
  const lines = text.slice(last.start, last.end).trimEnd().split('\n')
  return lines.slice(1, lines.at(-1)?.trim().startsWith('`') ? -1 : undefined).join('\n')
}
