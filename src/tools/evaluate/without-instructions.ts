/** A session without what its system and developer say: that comes with every request, and no method may touch it. */
import type { Format, Role, Transcript } from '../../types.ts'

const given: ReadonlySet<Role> = new Set(['system', 'developer'])

export function withoutInstructions(transcript: Transcript, format: Format): Transcript {
  const { messages, origins, events } = transcript
  const isSpoken = format.read(messages).map(({ role }) => !given.has(role))
  if (!isSpoken.includes(false)) return transcript
  const before = [0]
  for (const spoken of isSpoken) before.push((before.at(-1) as number) + Number(spoken))
  return {
    ...transcript,
    messages: messages.filter((_, index) => isSpoken[index]),
    origins: origins.filter((_, index) => isSpoken[index]),
    events: events.map(event => ({ ...event, at: before[event.at] ?? (before.at(-1) as number) })),
  }
}
