/** Whether a host printed something before the first request, and no request refers to it. */
import { whoSpoke } from '../../../scan/speakers/who-spoke.ts'
import type { Message } from '../../../types.ts'

/** What a person ran in a shell of their own is for the agent; a command of the host is for them. */
const printed = /^\s{0,8}<local-command-std(?:out|err)>/
const refers = /\b(?:above|output|printed|listed|you see|oben|ausgabe)(?!\w)|上面|输出|輸出|上記|出力/i

/** Later in a session, what was printed is not looked at: each look goes through all messages. */
const maxBefore = 40

/** `text`: of the message at `at`, in a user's name. */
export function isUnusedOutput(messages: readonly Message[], at: number, text: string): boolean {
  if (at > maxBefore || !printed.test(text)) return false
  const { speechAt } = whoSpoke(messages)
  let command = ''
  let requests = 0
  for (const [message, { role, blocks }] of messages.entries()) {
    if (role !== 'user') continue
    for (const [block, said] of blocks.entries()) {
      if (said.type !== 'text') continue
      for (const part of speechAt({ message, block })) {
        if (part.kind === 'command' && message <= at)
          command = said.text.slice(part.name.start, part.name.end).replace('/', '').toLowerCase()
        if (part.kind !== 'typed' && part.kind !== 'pasted') continue
        if (message <= at) return false
        requests += 1
        const own = said.text.slice(part.start, part.end).toLowerCase()
        if ((requests === 1 && refers.test(own)) || (command !== '' && own.includes(command))) return false
      }
    }
  }
  return true
}
