/** Session files as agents write them → `Transcript`. A new agent is one reader file and one line in `registry.ts`. */

export type { AgentName } from '../types.ts'
export {
  type ReadProgress,
  type ReadTranscriptOptions,
  readTranscript,
  readTranscriptFrom,
  type TranscriptSource,
} from './read-transcript.ts'
export { transcriptReaders } from './registry.ts'
export type {
  LineProblem,
  Origin,
  Sidechain,
  Transcript,
  TranscriptBuilder,
  TranscriptEvent,
  TranscriptReader,
} from './transcript.ts'
