/** The types of session files: a `Transcript` as it was read, and the contract of the readers. */
import type { AgentName, FormatName } from '../types.ts'

/** A session file of an agent, converted to one provider format. */
export interface Transcript {
  readonly agent: AgentName
  readonly format: FormatName
  /** Raw messages of `format`, in the order the model saw them. */
  readonly messages: readonly unknown[]
  /** `origins[i]` says where `messages[i]` came from. */
  readonly origins: readonly Origin[]
  readonly events: readonly TranscriptEvent[]
  /** Conversations of sub-agents and turns that the user took back, kept apart from the main conversation. */
  readonly sidechains: readonly Sidechain[]
  readonly problems: readonly LineProblem[]
  readonly session?: string
  readonly model?: string
  readonly cwd?: string
  /** System text that the log keeps outside the messages. */
  readonly system?: string
  /** The whole request body, where the file is one; `messages` are its messages. */
  readonly request?: Readonly<Record<string, unknown>>
}

export interface Sidechain {
  readonly name: string
  readonly messages: readonly unknown[]
  readonly origins: readonly Origin[]
}

export interface Origin {
  /** First line of the file (1-based) that refers to this message. */
  readonly line: number
  readonly timestamp?: string
  readonly cwd?: string
  readonly id?: string
}

export type TranscriptEvent =
  | {
      readonly type: 'compaction'
      readonly line: number
      /** The event is before `messages[at]`. */
      readonly at: number
      readonly summary?: string
      readonly tokensBefore?: number
      readonly trigger?: string
      readonly timestamp?: string
    }
  | {
      readonly type: 'usage'
      readonly line: number
      readonly at: number
      readonly inputTokens: number
      readonly outputTokens: number
      readonly cachedTokens?: number
    }

export interface LineProblem {
  readonly line: number
  readonly why: string
}

/** A reader for one agent's session files; a new agent is one such descriptor and a registry line. */
export interface TranscriptReader {
  readonly agent: AgentName
  /** How its file names end, beside `.json` and `.jsonl`: in a folder, only such files are read. @default none */
  readonly endings?: readonly string[]
  /** The end of the folder that its `endings` count in: `.specstory/history`. @default any */
  readonly folder?: string
  /** `lines`: its files are text, and each line of them is a record. @default JSON */
  readonly reads?: 'lines'
  /** Whether this agent wrote a file that begins with these records (parsed lines, or one whole JSON document; else lines). */
  detect(head: readonly unknown[]): boolean
  /** A fresh builder for one file. */
  begin(): TranscriptBuilder
}

/** Contract: keeps only what the transcript needs, so that a long log streams through; never throws on odd records. */
export interface TranscriptBuilder {
  /** Adds one record with the 1-based line where it starts. Returns the reason if it cannot be read. */
  add(record: unknown, line: number): string | undefined
  /** The file reader adds the line problems. */
  finish(): Omit<Transcript, 'problems'>
}
