/** Writes a conversation as the records of a Claude Code session log, one line each. */
import { projectRoot } from './invented-project.ts'
import type { Random } from './random.ts'

export interface ToolRun {
  readonly type: 'tool'
  readonly name: string
  readonly input: object
  readonly output: string
  /** The agent's own structured copy of the result, which the model never sees. */
  readonly detail: unknown
  readonly failed: boolean
  readonly seconds: number
}

export type Piece =
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'text'; readonly text: string }
  | ToolRun

const hex = '0123456789abcdef'
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** What the agent sends before the first word of the conversation: instructions and tools. */
const overheadTokens = 17_840

export class SessionRecorder {
  readonly #random: Random
  readonly #lines: string[] = []
  readonly #session: string
  #clock: number
  #turnStart: number
  #parent: string | null = null
  #cached = 0
  #fresh = overheadTokens

  constructor(random: Random, start: string) {
    this.#random = random
    this.#session = this.#uuid()
    this.#clock = this.#turnStart = Date.parse(start)
  }

  /** Lets time pass until then; returns when the tools of the next message will start, once it is written. */
  at(time: string): Date {
    const then = Date.parse(time)
    if (then < this.#clock) throw new Error(`The session is past ${time} already.`)
    this.#clock = then
    return new Date(then + 5000)
  }

  user(text: string): void {
    const uuid = this.#uuid()
    const timestamp = this.#tick(8)
    const snapshot = { messageId: uuid, trackedFileBackups: {}, timestamp }
    this.#write({ type: 'file-history-snapshot', messageId: uuid, snapshot, isSnapshotUpdate: false })
    this.#turnStart = this.#clock
    this.#link(uuid, {
      type: 'user',
      message: { role: 'user', content: text },
      uuid,
      timestamp,
      todos: [],
      permissionMode: 'acceptEdits',
    })
    this.#fresh += estimateTokens(text)
  }

  /** One assistant message, a line for each of its pieces, and the results of its tool calls. */
  assistant(...pieces: readonly Piece[]): void {
    const id = `msg_01${this.#random.text(22, letters)}`
    const requestId = `req_011C${this.#random.text(20, letters)}`
    const outputTokens = pieces.reduce(
      (sum, piece) => sum + estimateTokens(JSON.stringify(modelSide(piece))),
      12,
    )
    const calls = pieces.some(piece => piece.type === 'tool')
    const open: { run: ToolRun; callId: string; line: string }[] = []

    for (const [index, piece] of pieces.entries()) {
      const last = index === pieces.length - 1
      const uuid = this.#uuid()
      const callId = `toolu_01${this.#random.text(22, letters)}`
      const message = {
        model: 'claude-opus-4-6',
        id,
        type: 'message',
        role: 'assistant',
        content: [this.#block(piece, callId)],
        stop_reason: null,
        stop_sequence: null,
        usage: this.#usage(last ? outputTokens : 8),
      }
      this.#link(uuid, { message, requestId, type: 'assistant', uuid, timestamp: this.#tick(2) })
      if (piece.type === 'tool') open.push({ run: piece, callId, line: uuid })
    }

    this.#cached += this.#fresh
    this.#fresh = outputTokens
    for (const { run, callId, line } of open) this.#result(run, callId, line)
    if (!calls) this.#endOfTurn()
  }

  toString(): string {
    return this.#lines.map(line => `${line}\n`).join('')
  }

  #block(piece: Piece, callId: string): object {
    if (piece.type === 'text') return piece
    if (piece.type === 'thinking') return { ...piece, signature: `${this.#random.text(198, base64)}==` }
    return { type: 'tool_use', id: callId, name: piece.name, input: piece.input }
  }

  #result(run: ToolRun, callId: string, line: string): void {
    this.#parent = line
    if (run.seconds >= 10) this.#progress(run, callId)
    this.#clock += run.seconds * 1000
    const uuid = this.#uuid()
    const result = run.failed
      ? { type: 'tool_result', content: run.output, is_error: true, tool_use_id: callId }
      : { tool_use_id: callId, type: 'tool_result', content: run.output }
    const content = [run.name === 'Bash' && !run.failed ? { ...result, is_error: false } : result]
    this.#parent = line
    this.#link(uuid, {
      type: 'user',
      message: { role: 'user', content },
      uuid,
      timestamp: this.#tick(1),
      toolUseResult: run.detail,
      sourceToolAssistantUUID: line,
    })
    this.#fresh += estimateTokens(run.output)
  }

  #progress(run: ToolRun, callId: string): void {
    const uuid = this.#uuid()
    const timestamp = new Date(this.#clock + 3000).toISOString()
    const elapsed = { output: '', fullOutput: '', elapsedTimeSeconds: 3, totalLines: 0 }
    this.#link(uuid, {
      type: 'progress',
      data: { type: `${run.name.toLowerCase()}_progress`, ...elapsed },
      toolUseID: `${run.name.toLowerCase()}-progress-0`,
      parentToolUseID: callId,
      uuid,
      timestamp,
    })
  }

  #endOfTurn(): void {
    const uuid = this.#uuid()
    const durationMs = this.#clock - this.#turnStart
    const timestamp = this.#tick(1)
    this.#link(uuid, { type: 'system', subtype: 'turn_duration', durationMs, timestamp, uuid, isMeta: false })
  }

  #usage(outputTokens: number): object {
    return {
      input_tokens: 3,
      cache_creation_input_tokens: this.#fresh,
      cache_read_input_tokens: this.#cached,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: this.#fresh },
      output_tokens: outputTokens,
      service_tier: 'standard',
    }
  }

  /** A record that hangs on the one before it. */
  #link(uuid: string, record: object): void {
    this.#write({
      parentUuid: this.#parent,
      isSidechain: false,
      userType: 'external',
      cwd: projectRoot,
      sessionId: this.#session,
      version: '2.1.29',
      gitBranch: 'fix/flaky-checkout',
      ...record,
    })
    this.#parent = uuid
  }

  #write(record: object): void {
    this.#lines.push(JSON.stringify(record))
  }

  #tick(seconds: number): string {
    this.#clock += this.#random.integer(200, seconds * 1000)
    return new Date(this.#clock).toISOString()
  }

  #uuid(): string {
    const digits = (length: number): string => this.#random.text(length, hex)
    return `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`
  }
}

function modelSide(piece: Piece): unknown {
  return piece.type === 'tool' ? piece.input : piece
}

/** Near enough for the usage that the log reports. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / 3.2)
}
