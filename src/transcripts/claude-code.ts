/** Claude Code session logs (`~/.claude/projects/…/*.jsonl`) and its `stream-json` output → Anthropic messages. */
import { describeValue, isRecord, type RawRecord } from '../formats/raw-value.ts'
import { ClaudeCodeChain, type LoggedContent } from './claude-code-chain.ts'
import { compactionOf, present, recordOf, recordOrigin, textOf } from './log-values.ts'
import type { Origin, Transcript, TranscriptBuilder, TranscriptReader } from './transcript.ts'

export const claudeCode: TranscriptReader = {
  agent: 'claude-code',
  detect: head => head.some(isClaudeCodeLine),
  begin: () => new ClaudeCodeBuilder(),
}

/** Types of lines that may precede the first message of a log. */
const opening: readonly unknown[] = ['file-history-snapshot', 'queue-operation']

function isClaudeCodeLine(line: unknown): boolean {
  if (!isRecord(line)) return false
  const spoken = (line.type === 'user' || line.type === 'assistant') && 'content' in recordOf(line.message)
  return spoken || opening.includes(line.type) || (line.type === 'summary' && 'leafUuid' in line)
}

/**
 * The order of the file is kept, and so are branches that a rewind abandoned: only `parentUuid` shows which branch the user
 * returned to, and parallel calls fork in the same way.
 */
class ClaudeCodeBuilder implements TranscriptBuilder {
  readonly #main = new ClaudeCodeChain()
  readonly #sidechains = new Map<string, ClaudeCodeChain>()
  /** The sidechain of each of its lines, where the log does not name the sub-agent. */
  readonly #sidechainOf = new Map<string, string>()
  readonly #queue = new ClaudeCodeQueue()
  readonly #seen = new Set<string>()
  #session: string | undefined
  #model: string | undefined
  #cwd: string | undefined

  add(line: unknown, number: number): string | undefined {
    if (!isRecord(line)) return `a line of a Claude Code log is an object, not ${describeValue(line)}`
    this.#session ??= textOf(line.sessionId) ?? textOf(line.session_id)
    this.#cwd ??= textOf(line.cwd)
    const chain = this.#chainOf(line)
    switch (line.type) {
      case 'user':
      case 'assistant':
        return this.#addSpoken(line, chain, lineOrigin(line, number))
      case 'system':
        if (line.subtype === 'compact_boundary') {
          const { preTokens: tokensBefore, trigger } = recordOf(line.compactMetadata)
          const { timestamp } = line
          chain.addCompaction(compactionOf(number, { tokensBefore, trigger, timestamp }))
        }
        return undefined
      case 'progress':
        return this.#addProgress(line, number)
      case 'attachment':
        this.#addAttachment(line, chain, number)
        return undefined
      case 'queue-operation':
        this.#addQueued(line, number)
        return undefined
      default:
        // Titles, snapshots of files, settings: the model does not see them, and new types appear all the time.
        return line.type === undefined && typeof line.role === 'string'
          ? 'a message of another format, not a line of a Claude Code log'
          : undefined
    }
  }

  finish(): Omit<Transcript, 'problems'> {
    const spoken = [...this.#sidechains].filter(([, chain]) => !chain.isEmpty)
    // The log of a single sub-agent has only sidechain lines.
    const promoted = this.#main.isEmpty ? spoken.shift()?.[1] : undefined
    return {
      agent: 'claude-code',
      format: 'anthropic',
      ...(promoted ?? this.#main).finish(),
      sidechains: spoken.map(([name, chain]) => {
        const { messages, origins } = chain.finish()
        return { name, messages, origins }
      }),
      ...present({ session: this.#session, model: this.#model, cwd: this.#cwd }),
    }
  }

  #addSpoken(line: RawRecord, chain: ClaudeCodeChain, origin: Origin): string | undefined {
    const message = recordOf(line.message)
    const { content } = message
    if (!isContent(content)) return `this ${line.type} line has no message content`
    // A resumed session may repeat lines.
    if (origin.id !== undefined && this.#seen.has(origin.id)) return undefined
    if (origin.id !== undefined) this.#seen.add(origin.id)

    if (line.type === 'assistant') {
      // The agent's own notice about a failed request is never sent.
      if (line.isApiErrorMessage === true) return undefined
      const model = message.model === '<synthetic>' ? undefined : textOf(message.model)
      if (chain === this.#main || this.#main.isEmpty) this.#model = model ?? this.#model
      chain.addAssistant(message, content, origin)
      return undefined
    }
    if (line.isCompactSummary === true) chain.addSummary(plainText(content), origin)
    if (chain === this.#main) this.#queue.forget(plainText(content))
    chain.addUser(content, origin)
    return undefined
  }

  /** Progress of a tool is only displayed; progress of a sub-agent contains the lines of its conversation. */
  #addProgress(line: RawRecord, number: number): string | undefined {
    const data = recordOf(line.data)
    const spoken = recordOf(data.message)
    const agent = textOf(data.agentId)
    if (agent === undefined || (spoken.type !== 'user' && spoken.type !== 'assistant')) return undefined
    return this.#addSpoken(spoken, this.#sidechain(agent), lineOrigin({ cwd: line.cwd, ...spoken }, number))
  }

  /** Except for queued prompts, the log does not contain the words that reach the model. */
  #addAttachment(line: RawRecord, chain: ClaudeCodeChain, number: number): void {
    const { type, prompt } = recordOf(line.attachment)
    if (type !== 'queued_command' || !isContent(prompt)) return
    if (chain === this.#main && this.#queue.repeats(plainText(prompt))) return
    chain.addUser(prompt, lineOrigin(line, number))
  }

  #addQueued(line: RawRecord, number: number): void {
    const text = this.#queue.operate(line)
    if (text !== undefined) this.#main.addUser(text, lineOrigin(line, number))
  }

  #chainOf(line: RawRecord): ClaudeCodeChain {
    const task = textOf(line.parent_tool_use_id)
    if (line.isSidechain !== true && task === undefined) return this.#main
    const agent = textOf(line.agentId) ?? task
    if (agent !== undefined) return this.#sidechain(agent)
    const parent = this.#sidechainOf.get(textOf(line.parentUuid) ?? '')
    const name = parent ?? `sidechain-${this.#sidechains.size + 1}`
    const uuid = textOf(line.uuid)
    if (uuid !== undefined) this.#sidechainOf.set(uuid, name)
    return this.#sidechain(name)
  }

  #sidechain(name: string): ClaudeCodeChain {
    const chain = this.#sidechains.get(name) ?? new ClaudeCodeChain()
    this.#sidechains.set(name, chain)
    return chain
  }
}

function lineOrigin(line: RawRecord, number: number): Origin {
  return recordOrigin(number, { timestamp: line.timestamp, cwd: line.cwd, id: line.uuid })
}

function isContent(content: unknown): content is LoggedContent {
  return typeof content === 'string' || Array.isArray(content)
}

function plainText(content: LoggedContent): string {
  if (typeof content === 'string') return content
  return content.flatMap(block => textOf(recordOf(block).text) ?? []).join('\n')
}

/**
 * The log records it in two ways. `queue-operation` lines enqueue a text and later remove it, which sends it to the model
 * between two steps; newer versions then repeat it in an `attachment` line of type `queued_command`.
 */
export class ClaudeCodeQueue {
  readonly #waiting = new Set<string>()
  readonly #handedOver = new Set<string>()

  /** The text that this operation sends to the model, if any. */
  operate(line: RawRecord): string | undefined {
    const content = textOf(line.content)
    switch (line.operation) {
      case 'enqueue':
        if (content !== undefined) this.#waiting.add(content)
        return undefined
      case 'dequeue':
        // A regular user line with the text follows.
        this.#take(content)
        return undefined
      case 'remove': {
        const text = this.#take(content)
        const reason = textOf(line.reason) ?? absorbed
        if (text === undefined || reason !== absorbed) return undefined
        this.#handedOver.add(text)
        return text
      }
      case 'popAll':
        // Back into the user's input.
        this.#waiting.clear()
        return undefined
      default:
        return undefined
    }
  }

  /** A regular user line has this text: it no longer waits. */
  forget(text: string): void {
    this.#waiting.delete(text)
  }

  /** Whether `operate` has already returned exactly this text. */
  repeats(text: string): boolean {
    return this.#handedOver.delete(text)
  }

  /** The text itself, or the one that has waited longest. */
  #take(text: string | undefined): string | undefined {
    const [first] = this.#waiting
    const taken = text ?? first
    return taken !== undefined && this.#waiting.delete(taken) ? taken : undefined
  }
}

const absorbed = 'absorbed_mid_turn'
