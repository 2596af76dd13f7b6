/** A writer of notes from whatever answers a prompt. */
import type { NoteWriter } from './model.ts'
import type { AskModel, ModelUsage } from './model-answer.ts'
import { notePrompt } from './note-prompt.ts'

export function noteWriterOf(ask: AskModel): NoteWriter {
  return async (view, context) => {
    let usage: ModelUsage = {}
    const text = await ask(notePrompt(view, context), {
      maxTokens: context.maxTokens,
      signal: context.signal,
      onUsage(reported) {
        usage = reported
      },
    })
    return { text, ...usage }
  }
}
