/** Token framing of Chat Completions, also used for formats whose provider is not known. */
import type { Framing } from '../types.ts'

/** OpenAI documents 3 tokens for a message, 1 for its role, and 3 that prime the reply; a call has about 3 more. */
export const chatFraming: Framing = { message: 4, toolCall: 3, toolResult: 0, reply: 3 }
