/** A session long enough to be cut: each step reads a file, and works on one that it read ten steps ago. */
import type { NamedTranscript } from '../../../src/tools/evaluate/evaluate.ts'
import type { Transcript, TranscriptEvent } from '../../../src/transcripts/transcript.ts'
import type { AgentName } from '../../../src/types.ts'
import { agent, type RawMessage, run, user } from './word-history.ts'

export const nameAt = (step: number): string => `loadThing${100 + step}`

export function longSession(steps: number, linesPerStep = 60): readonly RawMessage[] {
  const filler = (step: number): string =>
    Array.from(
      { length: linesPerStep },
      (_, line) => `line ${line} of the file number ${step} says something`,
    ).join('\n')
  return [
    user('Go through the files. Never rename a function.'),
    ...Array.from({ length: steps }, (_, step) => [
      ...run(
        `c${step}`,
        'Read',
        `{"file_path":"src/thing-${step}.ts"}`,
        `function ${nameAt(step)}() calls the rest\n${filler(step)}`,
      ),
      agent(step < 10 ? 'I read on.' : `Now ${nameAt(step - 10)} again.`),
    ]).flat(),
  ]
}

export function sessionOf(
  name: string,
  messages: readonly RawMessage[],
  { agent: by = 'codex', events = [] }: { agent?: AgentName; events?: readonly TranscriptEvent[] } = {},
): NamedTranscript {
  const transcript: Transcript = {
    agent: by,
    format: 'openai-chat',
    messages,
    origins: [],
    events,
    sidechains: [],
    problems: [],
  }
  return { name, transcript }
}
