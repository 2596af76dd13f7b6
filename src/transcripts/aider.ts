/** aider chat histories (`.aider.chat.history.md`) → Anthropic messages; each start of aider begins another chat. */
import { describeValue, type RawRecord } from '../formats/raw-value.ts'
import { shellQuoted } from '../scan/actions/shell/shell-quoted.ts'
import { aiderEdits, type EditPart } from './aider-edits.ts'
import { aiderRuns } from './aider-runs.ts'
import { anthropicPairing, textBlocks, toolResultBlock, toolUseBlock } from './anthropic-blocks.ts'
import { ConversationBuilder, type FinishedConversation } from './conversation-builder.ts'
import { present, recordOrigin, type UnplacedEvent, usageEvent } from './log-values.ts'
import type { Origin, Transcript, TranscriptBuilder, TranscriptReader } from './transcript.ts'

export const aider: TranscriptReader = {
  agent: 'aider',
  endings: ['.aider.chat.history.md'],
  reads: 'lines',
  detect: head => head.some(line => typeof line === 'string' && startLine.test(line)),
  begin: () => new AiderBuilder(),
}

const startLine = /^# aider chat started at (\S.{0,60})$/

/** `> Main model: gpt-5 with diff edit format` */
const modelLine = /^> (?:Main model|Models?): ([^\s,]+)/

/** Who wrote a line: a person, the model, or aider itself. */
type Speaker = 'user' | 'agent' | 'program'

/** All lines but those of the model end in two spaces, which is a line break in Markdown. */
const lineBreak = '  '
const marks = { user: '####', program: '>' } as const

class AiderBuilder implements TranscriptBuilder {
  readonly #chats: Chat[] = []

  add(record: unknown, line: number): string | undefined {
    if (typeof record !== 'string') return `a line of an aider history is text, not ${describeValue(record)}`
    const started = startLine.exec(record)?.[1]
    if (started !== undefined) this.#chats.push(new Chat(started))
    else if (this.#chats.length === 0 && record.trim() !== '') return 'text before the first chat'
    else this.#chats.at(-1)?.add(record, line)
    return undefined
  }

  /** The conversation is the last chat in which something was said. */
  finish(): Omit<Transcript, 'problems'> {
    const last = this.#chats.findLast(chat => chat.isBegun) ?? this.#chats.at(-1)
    const earlier = this.#chats.filter(chat => chat !== last && !chat.isEmpty)
    return {
      agent: 'aider',
      format: 'anthropic',
      ...(last?.finish() ?? { messages: [], origins: [], events: [] }),
      sidechains: earlier.map(chat => {
        const { messages, origins } = chat.finish()
        return { name: chat.started, messages, origins }
      }),
      ...present({ session: last?.started, model: last?.model }),
    }
  }
}

class Chat {
  readonly started: string
  model: string | undefined
  readonly #conversation = new ConversationBuilder(anthropicPairing)
  #speaker: Speaker = 'program'
  #lines: string[] = []
  #line = 0
  #isAfterBlank = true
  /** Within an output of several lines: the first is marked, and the last ends in a line break. */
  #isInOutput = false
  #isBegun = false
  /** Set where the latest message is a command for the shell. */
  #ran: string | undefined
  /** The latest answer of the model. */
  #unanswered: { readonly text: string; readonly origin: Origin } | undefined

  constructor(started: string) {
    this.started = started
  }

  /** Whether there is nothing in it. */
  get isEmpty(): boolean {
    return (
      this.#lines.length === 0 && this.#unanswered === undefined && this.#conversation.lastRole === undefined
    )
  }

  get isBegun(): boolean {
    return this.#isBegun
  }

  add(line: string, number: number): void {
    const speaker = this.#speakerOf(line)
    const used = speaker === 'program' ? usageIn(line, number) : undefined
    if (speaker === 'program') this.model = modelLine.exec(line)?.[1] ?? this.model
    this.#isInOutput = speaker === 'program' && !line.endsWith(lineBreak) && (this.#isInOutput || line !== '')
    this.#isAfterBlank = line.trim() === ''
    if (speaker !== this.#speaker) this.#endMessage()
    this.#speaker = speaker
    this.#isBegun ||= speaker !== 'program'
    if (used !== undefined) {
      this.#endMessage()
      this.#conversation.mark(used)
      return
    }
    if (this.#lines.length === 0 && this.#isAfterBlank) return
    if (this.#lines.length === 0) this.#line = number
    this.#lines.push(speaker === 'agent' ? line : unmarked(line, marks[speaker]))
  }

  finish(): FinishedConversation {
    this.#endMessage()
    this.#answer('')
    return this.#conversation.finish()
  }

  #speakerOf(line: string): Speaker {
    if (line.startsWith('#### ') && line.endsWith(lineBreak)) return 'user'
    if (line.startsWith('> ') && line.endsWith(lineBreak)) return 'program'
    if (line.trim() === '') return this.#speaker
    if (!this.#isBegun || this.#isInOutput) return 'program'
    // An answer follows a blank line, or a question at once.
    const isOutput = this.#speaker === 'program' || (this.#speaker === 'user' && line.startsWith('> '))
    return isOutput && !this.#isAfterBlank ? 'program' : 'agent'
  }

  #endMessage(): void {
    const text = withoutBlankEnds(this.#lines).join('\n')
    this.#lines = []
    if (text === '') return
    const origin = recordOrigin(this.#line, { timestamp: this.isEmpty ? this.started : undefined })
    const isOutput = this.#speaker === 'program'
    const isResult = this.#answer(isOutput ? text : '')
    const ran = this.#ran
    this.#ran = this.#speaker === 'user' ? commandIn(text) : undefined
    if (this.#speaker === 'agent') this.#unanswered = { text, origin }
    else if (!isResult) {
      const content = isOutput ? tagged(text, ran) : (this.#ran ?? text)
      this.#conversation.say({ role: 'user', content }, origin)
    }
  }

  /**
   * Adds the answer of the model before `output`, which says what became of the edits in it. Whether it had any: all that aider
   * printed is then the result of the last one, but for the commits and runs that followed, which are calls of their own.
   */
  #answer(output: string): boolean {
    if (this.#unanswered === undefined) return false
    const { text, origin } = this.#unanswered
    this.#unanswered = undefined
    const results = new Map<string, RawRecord>()
    const parts = aiderEdits(text, output)
    const last = parts.findLastIndex(({ type }) => type === 'edit')
    const { runs, rest } = last < 0 ? { runs: [], rest: output } : aiderRuns(output)
    const content = parts.flatMap((part, at) => {
      if (part.type === 'text') return textBlocks(part.text.trim())
      const { outcome, isApplied } = part
      const id = `line_${origin.line}_${at}`
      const printed = at < last ? outcome : rest.startsWith(outcome) ? rest : `${outcome}\n\n${rest}`
      results.set(id, toolResultBlock(id, printed, !isApplied))
      return [editCall(id, part)]
    })
    const changed = new Set(parts.flatMap(part => (part.type === 'edit' && part.isApplied ? part.path : [])))
    const addRun = (name: string, command: string, printed: string, isError: boolean): void => {
      const id = `line_${origin.line}_${name}`
      results.set(id, toolResultBlock(id, printed, isError))
      content.push(toolUseBlock(id, 'bash', { command }))
    }
    for (const [at, [line, subject = '']] of last < 0 ? [] : commitsIn(output)) {
      const command = ['git', 'commit', '-m', subject, ...changed].map(shellQuoted).join(' ')
      addRun(`commit_${at}`, command, line, false)
    }
    for (const [at, run] of runs.entries()) addRun(`run_${at}`, run.command, run.output, true)
    this.#conversation.say({ role: 'assistant', content }, origin, [...results.keys()])
    for (const [id, result] of results) this.#conversation.answer(id, result, origin)
    return results.size > 0
  }
}

/** Commands of aider as those of a shell; `rest` is what was typed behind them. */
const commands = new Map<string, (rest: string) => string>([
  ['!', rest => rest],
  ['/run', rest => rest],
  ['/git', rest => `git ${rest}`],
  ['/test', rest => rest || 'aider --test'],
  ['/lint', () => 'aider --lint'],
  ['/commit', rest => `git commit -a${rest === '' ? '' : ` -m ${shellQuoted(rest)}`}`],
])

/** `/run npm test`, `!ls`: in the tag by which commands of users are known. */
function commandIn(text: string): string | undefined {
  const [, word = '', rest = ''] = /^(!|\/[a-z]{3,6}(?!\S))\s{0,8}(.*)$/s.exec(text) ?? []
  const command = commands.get(word)?.(rest) ?? ''
  return command === '' ? undefined : `<bash-input>${command}</bash-input>`
}

/** In a tag, it is not taken for what a person typed. `/undo` is known by what it prints: it may refuse. */
function tagged(output: string, ran: string | undefined): string {
  const undone = ran === undefined && /^Removed: [0-9a-f]{7,40} /m.test(output) ? undo : ''
  const tag = ran === undefined && undone === '' ? 'aider_output' : 'bash-stdout'
  return `${undone}<${tag}>\n${output}\n</${tag}>`
}

const undo = '<bash-input>git reset --keep HEAD~1</bash-input>\n'

/** A block that searches for nothing makes a file, or appends to one. */
function editCall(id: string, { path, lines, isNew }: EditPart): RawRecord {
  if (lines === undefined) return toolUseBlock(id, isNew ? 'create_file' : 'edit_file', { file_path: path })
  const { search, replace } = lines
  return isNew
    ? toolUseBlock(id, 'create_file', { file_path: path, content: replace })
    : toolUseBlock(id, 'search_replace', { file_path: path, old_string: search, new_string: replace })
}

/** `Commit 1a2b3c4 fix: count months from 1`: aider commits what it edits. */
function commitsIn(output: string): Iterable<readonly [number, RegExpExecArray]> {
  return [...output.matchAll(/^Commit [0-9a-f]{7,40} (\S.*)$/gm)].entries()
}

function unmarked(line: string, mark: string): string {
  const text = line.startsWith(`${mark} `) ? line.slice(mark.length + 1) : line
  return text.endsWith(lineBreak) ? text.slice(0, -lineBreak.length) : text
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(line => line.trim() !== '')
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(line => line.trim() !== '') + 1)
}

/** `> 33985 prompt tokens, 61 completion tokens, $0.17 cost`, `> Tokens: 9.3k sent, 1.1k cache hit, 347 received. Cost: …` */
function usageIn(line: string, number: number): UnplacedEvent | undefined {
  const old = /^> ([\d,]{1,20}) prompt tokens, ([\d,]{1,20}) completion tokens/.exec(line)
  const now = old ?? /^> Tokens: ([\d.,]{1,20}k?) sent,.{0,80} ([\d.,]{1,20}k?) received\./.exec(line)
  return now === null ? undefined : usageEvent(number, { input: countOf(now[1]), output: countOf(now[2]) })
}

/** `9.3k` */
function countOf(text = ''): number {
  const number = Number(text.replaceAll(',', '').replace('k', ''))
  return text.endsWith('k') ? Math.round(number * 1000) : number
}
