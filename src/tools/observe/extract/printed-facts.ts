/** Lines printed by tools that the agent referred to later: addresses, ids, counts, versions. */
import type { ReadCall } from '../../../scan/actions/actions-in.ts'
import { printedText } from '../../../scan/actions/printed-text.ts'
import { readCheck } from '../../../scan/actions/shell/command-check.ts'
import type { ObservedFact } from '../observation.ts'
import type { WorkPiece } from '../pieces/cut-pieces.ts'
import { isReadingCommand } from './piece-commands.ts'

/** A name or number that does not occur by chance: `10.0.1.1`, `W2378156`, `max_conns`, `v4.40.1`. */
const term = /[\p{L}\p{N}][\p{L}\p{N}_./:@#-]{2,60}[\p{L}\p{N}]/gu
const informativeSign = /\d|[a-z][A-Z]|_|\w\.\w/

/** Characters of an output that are read at its beginning and at its end. */
const edge = 3000
const lineLengths = { minLength: 6, maxLength: 160 }
const maxOfPiece = 3

/** Exact lines of outputs, first those with the most terms that the agent repeats. */
export function printedFacts({ spoken, calls, typed }: WorkPiece): readonly ObservedFact[] {
  const repeated = termsIn(spoken.map(({ text }) => text))
  for (const known of termsIn(typed.map(({ text }) => text))) repeated.delete(known)
  if (repeated.size === 0) return []
  const lines = calls.flatMap(call => (isSource(call) ? linesOf(call) : []))
  const scored = lines
    .map(fact => ({ fact, score: [...termsIn([fact.text])].filter(each => repeated.has(each)).length }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
  const chosen: ObservedFact[] = []
  for (const { fact } of scored) {
    const news = [...termsIn([fact.text])].filter(each => repeated.has(each))
    if (news.length === 0) continue
    for (const each of news) repeated.delete(each)
    chosen.push(fact)
    if (chosen.length === maxOfPiece) break
  }
  return chosen
}

function termsIn(texts: readonly string[]): Set<string> {
  return new Set(
    texts.flatMap(text =>
      Array.from(text.matchAll(term), ([found]) => found).filter(found => informativeSign.test(found)),
    ),
  )
}

/** Files that are read and commands that only look yield no facts; of a check, errors and totals are reported elsewhere. */
function isSource({ actions }: ReadCall): boolean {
  const [first, ...effects] = actions
  if (first === undefined) return true
  const { action } = first
  return (
    action.type === 'run' && !isReadingCommand(action.command, effects) && !readCheck(action.command).isCheck
  )
}

/** Not a log record, a change of a diff or a row of marks; contains a number. */
const printedValue = /^(?![{[<+✓✗×#]|- {2})(?=.*\d)/u

function linesOf({ answer }: ReadCall): readonly ObservedFact[] {
  if (answer === undefined) return []
  const output = printedText(answer.text)
  const text = output.length <= 2 * edge ? output : `${output.slice(0, edge)}\n${output.slice(-edge)}`
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(({ length }) => length >= lineLengths.minLength && length <= lineLengths.maxLength)
    .filter(line => printedValue.test(line))
    .map(line => ({ verb: 'printed', by: 'tool', message: answer.message, text: line }))
}
