/** Checks a model's questions and their sources against the history and the future, by string comparison. */
import { atomsIn, holds } from '../../../measure/probes/atoms.ts'
import type { NumberedBlock } from './numbered-blocks.ts'
import type { Question, QuestionSource } from './question.ts'
import type { ProposedQuestion } from './question-prompt.ts'

export interface DroppedQuestion extends Omit<Question, 'id'> {
  /** A sentence without a full stop. */
  readonly why: string
}

export interface CheckedQuestions {
  readonly kept: readonly Question[]
  readonly dropped: readonly DroppedQuestion[]
}

interface CheckedAgainst {
  readonly history: readonly NumberedBlock[]
  /** What users and tools said next. The agent's own words are not included, since they show what it remembered. */
  readonly future: string
  /** Further questions are dropped. */
  readonly maxQuestions: number
}

export function checkQuestions(
  proposed: readonly ProposedQuestion[],
  { history, future, maxQuestions }: CheckedAgainst,
): CheckedQuestions {
  const blocks = history.map(({ number, text }) => ({ number, text: comparable(text) }))
  const said = history.map(({ text }) => text).join('\n')
  const later = comparable(future)
  const kept: Question[] = []
  const dropped: DroppedQuestion[] = []
  const seen = new Set<string>()
  for (const { kind, question, answer, quotes } of proposed) {
    const source = quotes.flatMap(quote => placed(quote, blocks))
    const drop = (why: string): void => void dropped.push({ kind, question, answer, source, why })
    const invented = inventedIn(answer, `${said}\n${question}`)
    if (quotes.length === 0) drop('it has no quote from the history')
    else if (source.length < quotes.length) drop('a quote is not in the history')
    else if (source.every(({ quote }) => piecesOf(quote).every(piece => later.includes(piece))))
      drop('users or tools say the same words next')
    else if (invented !== undefined) drop(`its answer names ${invented}, which the history does not`)
    else if (comparable(question).includes(comparable(answer))) drop('the question gives its answer away')
    else if (seen.has(comparable(question))) drop('it was asked before')
    else if (kept.length >= maxQuestions) drop(`there are ${maxQuestions} questions already`)
    else {
      seen.add(comparable(question))
      kept.push({ id: kept.length + 1, kind, question, answer, source })
    }
  }
  return { kept, dropped }
}

/** The quote with the block that really contains it, since models miscount. */
function placed(
  { block, quote }: QuestionSource,
  blocks: readonly { readonly number: number; readonly text: string }[],
): readonly QuestionSource[] {
  const pieces = piecesOf(quote)
  if (pieces.length === 0) return []
  const isIn = ({ text }: { readonly text: string }): boolean => pieces.every(piece => text.includes(piece))
  const named = blocks[block - 1]
  const found = named !== undefined && isIn(named) ? named : blocks.find(isIn)
  return found === undefined ? [] : [{ block: found.number, quote }]
}

/** A quote may leave words out. */
function piecesOf(quote: string): readonly string[] {
  return quote
    .split(/…|\.\.\./)
    .map(comparable)
    .filter(piece => piece.length >= minPieceLength)
}

/** Shorter pieces occur everywhere. */
const minPieceLength = 3

/** Ignores case, line breaks and the form of quotation marks. */
function comparable(text: string): string {
  return text
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

/** The first name or number in the answer that the history does not contain. */
function inventedIn(answer: string, said: string): string | undefined {
  return [...atomsIn(answer).keys()].find(atom => !holds(said, atom) && !said.includes(atom))
}
