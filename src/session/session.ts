/** Live sessions: take the whole growing history, and return the request to send, with its cached beginning unchanged. */
export {
  type ReducedOutput,
  type ReduceOutputOptions,
  reduceOutput,
  type ToolOutput,
} from '../reduce/shorten-output/reduce-output.ts'
export { createSession } from './create-session.ts'
export { createSessions } from './create-sessions.ts'
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
