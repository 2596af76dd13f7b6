/** Methods that shorten single tool outputs and know nothing of the conversation or of a budget. */
import { commandOf } from '../../src/scan/actions/call-command.ts'
import type { History } from '../../src/tools/evaluate/history.ts'
import type { Method } from '../../src/tools/evaluate/method.ts'
import { textView } from '../../src/tools/evaluate/methods/text-view.ts'

export interface Output {
  readonly text: string
  /** The shell command that printed it; absent where another tool did. */
  readonly command: string | undefined
  readonly isError: boolean
}

/** `undefined`: leave it as it is. */
export type ShortenOutput = (output: Output) => string | undefined | Promise<string | undefined>

export function outputMethod(name: string, describe: string, shorten: ShortenOutput): Method {
  return {
    name,
    describe,
    kind: 'peer',
    ignoresBudget: true,
    async view(history) {
      const shown: (string | undefined)[] = []
      for (const [index, { text }] of history.parts.entries()) {
        const output = outputAt(history, index)
        shown.push(output === undefined ? text : ((await shorten(output)) ?? text))
      }
      return textView(history, (_, index) => shown[index])
    },
  }
}

const commandsOf = new WeakMap<History, ReadonlyMap<string, string>>()

function outputAt(history: History, index: number): Output | undefined {
  const part = history.parts[index]
  const block = part === undefined ? undefined : history.messages[part.message]?.blocks[part.block]
  if (part === undefined || block?.type !== 'toolResult') return undefined
  const commands = commandsOf.get(history) ?? readCommands(history)
  commandsOf.set(history, commands)
  return { text: part.text, command: commands.get(block.callId), isError: block.isError === true }
}

function readCommands({ messages }: History): ReadonlyMap<string, string> {
  const commands = new Map<string, string>()
  for (const block of messages.flatMap(({ blocks }) => blocks)) {
    const command = block.type === 'toolCall' ? commandOf(block) : undefined
    if (block.type === 'toolCall' && command !== undefined) commands.set(block.callId, command)
  }
  return commands
}
