/** Live sessions: take the whole growing history, and return the request to send, with its cached beginning unchanged. */
export {
  type ReducedOutput,
  type ReduceOutputOptions,
  reduceOutput,
  type ToolOutput,
} from '../reduce/shorten-output/reduce-output.ts'
export { createSession } from './live-session.ts'
export { createSessions } from './live-sessions.ts'
export type {
  Addition,
  CountedStep,
  MemoryLimits,
  Prices,
  Session,
  SessionOptions,
  Sessions,
  SessionsOptions,
  ShortenedOutput,
  ShortenOutputsOptions,
  Step,
  StepOptions,
  StepReceipt,
  Usage,
} from './session-types.ts'
