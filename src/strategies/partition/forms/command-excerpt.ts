/** Reduces command output to the command, its exit status, its errors and warnings, and the most informative other lines. */
import { fittedText, oneLine } from '../../../reduce/fitted-text.ts'
import type { ReduceInput, Reducer, Shorten, TextSource } from '../../../reduce/reducer.ts'
import { distinctShapes, saidOnce } from './distinct-shapes.ts'
import { piecesWithin } from './pieces-within.ts'
import { type ReadPieces, type Report, readPieces } from './read-pieces.ts'

export const commandExcerpt: Reducer = {
  name: 'command-excerpt',
  loss: 'recoverable',
  read(input: ReduceInput): Shorten {
    const read = readPieces(input)
    return fittedText(input, characters => write(input, read, characters))
  },
}

/** Shares of the remaining room: for errors, then for warnings. */
const errorShare = 0.8
const warningShare = 0.5
/** `Output:` */
const outputFrame = 24
const lineBreaks = 8
/** `Errors:` */
const errorLabel = 8

function write(input: ReduceInput, { pieces }: ReadPieces, characters: number): string {
  const { source = {}, handle } = input
  const head = `[Command: ${oneLine(source.command ?? source.call ?? source.tool ?? 'unknown')}]`
  const foot = `[Full output: ${handle}]`
  const said = (report: Report): readonly string[] =>
    distinctShapes(pieces.flatMap(piece => (piece.report === report ? [piece.text] : []))).map(saidOnce)
  let left = characters - head.length - foot.length - lineBreaks
  const allErrors = said('error')
  const forErrors = allErrors.reduce((sum, error) => sum + error.length + 1, 0)
  const status = statusLine(source, said('outcome'), input.text, Math.max(left / 2, left - forErrors))
  left -= status.length
  const errorRoom = Math.max(left * errorShare, Math.min(left, forErrors + errorLabel))
  const errors = listed('Errors', allErrors, errorRoom)
  left -= errors.length
  const warnings = listed('Warnings', said('warning'), left * warningShare)
  left -= warnings.length
  const rest = piecesWithin(pieces, left - outputFrame, at => pieces[at]?.report !== 'other')
  const output = rest.length === 0 ? [] : ['Output:', ...rest.map(at => pieces[at]?.text ?? '')]
  const sections = [errors, warnings].filter(section => section !== '')
  return [head, status, ...sections, ...output, foot].join('\n')
}

/** Success is reported only where the exit code shows it. */
function statusLine(source: TextSource, outcomes: readonly string[], text: string, room: number): string {
  const ending = endingOf(source)
  const facts: string[] = ending === undefined ? [] : [ending]
  let left = room
  for (const outcome of outcomes) {
    const fact = outcome.trim()
    if (fact === '' || fact.length > left) continue
    left -= fact.length
    facts.push(fact)
  }
  if (facts.length === 0) facts.push(`${text.split('\n').length} lines of output`)
  return `Status: ${facts.join('; ')}`
}

function endingOf({ exitCode, isError }: TextSource): string | undefined {
  if (exitCode !== undefined) return exitCode === 0 ? 'Success, exit code 0' : `Failed, exit code ${exitCode}`
  return isError === true ? 'Failed' : undefined
}

/** Empty where there is nothing to list. A single line follows its label directly. */
function listed(label: string, lines: readonly string[], room: number): string {
  if (lines.length === 0) return ''
  let left = room - label.length
  let shown = 0
  for (const line of lines) {
    if (line.length + 1 > left) break
    left -= line.length + 1
    shown += 1
  }
  const missing = lines.length - shown
  const rest =
    missing === 0 ? [] : [`… ${missing} ${shown === 0 ? 'in the original' : 'more in the original'}`]
  const shownLines = [...lines.slice(0, shown), ...rest]
  const isShort = shownLines.length === 1 && !shownLines[0]?.includes('\n')
  return `${label}:${isShort ? ' ' : '\n'}${shownLines.join('\n')}`
}
