/** A writer of notes from a language model of the AI SDK. */

import { type AiSdkModel, type AiSdkOptions, askAiSdk } from './ask-ai-sdk.ts'
import type { NoteWriter } from './model.ts'
import { noteWriterOf } from './note-writer-of.ts'

export function aiSdkWriter(model: AiSdkModel, options: AiSdkOptions = {}): NoteWriter {
  return noteWriterOf(askAiSdk(model, options))
}
