/** Small conversations for the tests, in the neutral model. */
import type { Message, Role } from '../../../src/types.ts'

export function said(role: Role, text: string): Message {
  return { role, blocks: [{ type: 'text', text, media: 'text' }] }
}

let calls = 0

/** A call of a tool and its answer: two messages. */
export function answered(
  name: string,
  args: unknown,
  answer: string,
  isError?: boolean,
): readonly [Message, Message] {
  calls += 1
  const callId = `call-${calls}`
  return [
    {
      role: 'assistant',
      blocks: [{ type: 'toolCall', callId, name, text: JSON.stringify(args), media: 'json' }],
    },
    {
      role: 'tool',
      blocks: [
        {
          type: 'toolResult',
          callId,
          text: answer,
          media: 'text',
          ...(isError === undefined ? {} : { isError }),
        },
      ],
    },
  ]
}
