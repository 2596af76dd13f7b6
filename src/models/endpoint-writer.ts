/** A writer of notes from any endpoint that speaks OpenAI's chat completions or Anthropic's messages. */

import { askEndpoint } from './ask-endpoint.ts'
import type { EndpointOptions, NoteWriter } from './model.ts'
import { noteWriterOf } from './note-writer-of.ts'

const known = new WeakMap<EndpointOptions, NoteWriter>()

/** The same writer for the same object: what it has answered is remembered by it. */
export function endpointWriter(options: EndpointOptions): NoteWriter {
  const writer = known.get(options) ?? noteWriterOf(askEndpoint(options))
  known.set(options, writer)
  return writer
}
