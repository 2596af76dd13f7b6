/** What a reader of one agent's session files provides; a new agent is one such descriptor and a registry line. */

import type { AgentName } from '../types.ts'
import type { Transcript } from './transcript.ts'

export interface TranscriptReader {
  readonly agent: AgentName
  /** Whether this agent wrote a file that begins with these records (parsed lines, or one whole JSON document). */
  detect(head: readonly unknown[]): boolean
  /** A fresh builder for one file. */
  begin(): TranscriptBuilder
}

/** Contract: keeps only what the transcript needs, so that a long log streams through; never throws on odd records. */
export interface TranscriptBuilder {
  /** One record with the 1-based line it starts on. What it cannot understand it reports by returning why. */
  add(record: unknown, line: number): string | undefined
  /** The reader of the file adds the line problems. */
  finish(): Omit<Transcript, 'problems'>
}
