/** Session files as agents write them → `Transcript`. */

export type { AgentName } from '../types.ts'
export { transcriptReaders } from './index.ts'
export {
  type ReadProgress,
  type ReadTranscriptOptions,
  readTranscript,
  readTranscriptFrom,
  type TranscriptSource,
} from './read-transcript.ts'
export type {
  LineProblem,
  Origin,
  Sidechain,
  Transcript,
  TranscriptBuilder,
  TranscriptEvent,
  TranscriptReader,
} from './transcript.ts'
