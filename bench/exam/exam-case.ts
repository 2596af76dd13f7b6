/** A case of the reading exam: a history, the size of its view, and questions with their answers. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { formatNamed } from '../../src/formats/index.ts'
import { withoutInstructions } from '../../src/tools/evaluate/evaluate.ts'
import type { Question } from '../../src/tools/evaluate/exam/question.ts'
import { type History, prepareHistory } from '../../src/tools/evaluate/history.ts'
import { readTranscriptFrom } from '../../src/transcripts/read-transcript.ts'

/** As the files have it: where an answer is found is for people. */
export type CaseQuestion = Omit<Question, 'source'>

interface CaseLine {
  readonly case: number
  readonly transcript: string
  /** Size of the view, in tokens of its text. */
  readonly budget: number
  readonly blocks: number
  readonly historyTokens: number
  readonly at: 'compaction' | 'cut'
  /** Of a compaction: first line of the history, and the line that holds the agent's own summary. */
  readonly from?: number
  readonly line?: number
  /** The conversation of a file that holds several. */
  readonly sidechain?: string
}

export interface ExamCase {
  readonly number: number
  readonly transcript: string
  readonly at: CaseLine['at']
  readonly budget: number
  readonly history: History
  readonly questions: readonly CaseQuestion[]
}

/** The cases of a folder, one after another; `isWanted` names those that are read. */
export async function* examCases(
  folder: string,
  corpus: string,
  isWanted: (number: number) => boolean = () => true,
): AsyncGenerator<ExamCase> {
  const lines = readFileSync(join(folder, 'cases.jsonl'), 'utf8').split('\n')
  for (const line of lines) {
    if (line.trim() === '') continue
    const known = JSON.parse(line) as CaseLine
    if (isWanted(known.case)) yield await readCase(known, folder, corpus)
  }
}

async function readCase(line: CaseLine, folder: string, corpus: string): Promise<ExamCase> {
  const { case: number, at, budget, transcript } = line
  const path = join(corpus, transcript)
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  const history = at === 'compaction' ? await historyOfLines(text, line) : await historyOfBlocks(text, line)
  const questions = JSON.parse(readFileSync(join(folder, `case-${caseName(number)}.json`), 'utf8'))
  return { number, transcript, at, budget, history, questions }
}

export function caseName(number: number): string {
  return String(number).padStart(2, '0')
}

/** Everything between two lines of the log; the summary is what the agent's own model wrote of it. */
async function historyOfLines(text: string, { from = 1, line = 0 }: CaseLine): Promise<History> {
  const lines = text.split('\n')
  const spoken = lines.slice(from - 1, line - 1).filter(isSpoken)
  const { messages, format } = await readTranscriptFrom(spoken.join('\n'))
  return prepareHistory(messages, formatNamed(format), { summary: summaryIn(lines[line - 1] ?? '{}') })
}

/** What was queued and not yet sent is no part of a history. */
function isSpoken(line: string): boolean {
  if (line.trim() === '') return false
  const { type, isSidechain } = JSON.parse(line)
  return (type === 'user' || type === 'assistant') && isSidechain !== true
}

/** The first blocks of the session; what its system and developer say is no part of it. */
async function historyOfBlocks(
  text: string,
  { blocks, historyTokens, sidechain }: CaseLine,
): Promise<History> {
  const file = await readTranscriptFrom(text)
  const format = formatNamed(file.format)
  const chain = file.sidechains.find(({ name }) => name === sidechain)
  if (sidechain !== undefined && chain === undefined)
    throw new Error(`No conversation is called ${sidechain}.`)
  const { messages } = withoutInstructions({ ...file, ...chain }, format)
  const counted = prepareHistory(messages, format)
  const tokensOf = Map.groupBy(counted.parts, ({ message }) => message)
  let count = 0
  let tokens = 0
  const end = counted.messages.findIndex((message, index) => {
    count += message.blocks.filter(({ type }) => type !== 'opaque').length
    // Where a reader counts the blocks of a file differently, its tokens show where the history ends.
    const isOver = count > blocks && tokens > historyTokens * enough
    tokens += (tokensOf.get(index) ?? []).reduce((sum, part) => sum + part.tokens, 0)
    return isOver
  })
  return prepareHistory(end < 0 ? messages : messages.slice(0, end), format)
}

const enough = 0.9

function summaryIn(line: string): string {
  const content: unknown = JSON.parse(line)?.message?.content
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map(part => part?.text ?? '').join('\n') : ''
}
