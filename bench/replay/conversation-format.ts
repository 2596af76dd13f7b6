/** The formats that sessions are replayed in. */
export type ConversationFormat = 'anthropic' | 'openai-chat' | 'openai-responses'
