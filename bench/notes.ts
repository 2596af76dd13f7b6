/**
 * A quick measure between two exams: how much of what a strong model noted of a session a view carries.
 *
 *     node bench/notes.ts [--cases DIR] [--method fovea] [--method 'vendor summary']
 *
 * DIR/notes/case-NN.md is a note with the blocks that each statement comes from, `[#12]`. It is no exam: words that
 * are there may be said of something else.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { shownView } from '../src/tools/evaluate/exam/exam-method.ts'
import { mean } from '../src/tools/evaluate/exam/exam-scores.ts'
import { fittedView } from '../src/tools/evaluate/fitted-view.ts'
import { methods } from '../src/tools/evaluate/methods/index.ts'
import type { Message } from '../src/types.ts'
import { table } from './evaluation-tables.ts'
import { caseName, examCases } from './exam/exam-case.ts'
import { type NoteStatement, noteStatements, noteWords } from './exam/note-statements.ts'
import { examMethod, methodFolder } from './exam/prepare-exam.ts'
import { corpusDirectory, writeResults } from './results.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string' },
    corpus: { type: 'string' },
    method: { type: 'string', multiple: true },
  },
})
const corpus = corpusDirectory()
if (corpus === undefined) throw new Error('It needs a corpus: --corpus DIR.')
const cases = values.cases ?? join(corpus, '../exam')
/** A statement is carried where so much of its words is in the view. */
const carriedShare = 0.7

interface Measured {
  readonly method: string
  readonly case: number
  /** Mean share of the words of a statement that the view has. */
  readonly words: number
  /** Share of the statements that it carries. */
  readonly statements: number
  /** Share of the messages which the statements come from that it shows something of. */
  readonly sources: number
}

const caption = `Of what a strong model noted after reading everything, in percent: words of its statements that are in the view, statements of which it has at least ${100 * carriedShare} % of the words, and source messages that it shows something of.`
const measured: Measured[] = []
for await (const { number, history, budget } of examCases(cases, corpus)) {
  const file = join(cases, 'notes', `case-${caseName(number)}.md`)
  if (!existsSync(file)) continue
  const statements = noteStatements(readFileSync(file, 'utf8'))
  for (const asked of (values.method ?? ['fovea', 'vendor summary']).map(examMethod)) {
    const method = methods.find(({ name }) => name === asked.name)
    const fitted = method && (await fittedView(method, history, budget * asked.times))
    if (fitted === undefined) continue
    const view = shownView(fitted.view.messages)
    measured.push({
      method: methodFolder(asked),
      case: number,
      ...carried(statements, view),
      sources: shownSources(statements, history.messages, view),
    })
  }
}
writeResults('notes', measured, notesTable())

function carried(statements: readonly NoteStatement[], view: string): Pick<Measured, 'words' | 'statements'> {
  const shown = noteWords(view)
  const shares = statements.map(({ text }) => {
    const words = [...noteWords(text)]
    return words.filter(word => shown.has(word)).length / words.length
  })
  return { words: mean(shares), statements: mean(shares.map(share => (share >= carriedShare ? 1 : 0))) }
}

/** Views name a message by its number where they show something of it. */
function shownSources(
  statements: readonly NoteStatement[],
  messages: readonly Message[],
  view: string,
): number {
  const messageOf = messages.flatMap(({ blocks }, message) =>
    blocks.flatMap(({ type }) => (type === 'opaque' ? [] : [message + 1])),
  )
  const sources = new Set(
    statements.flatMap(({ blocks }) => blocks.flatMap(block => messageOf[block - 1] ?? [])),
  )
  const shown = new Set(Array.from(view.matchAll(/^#(\d{1,7})\b/gm), ([, number]) => Number(number)))
  return mean([...sources].map(source => (shown.has(source) ? 1 : 0)))
}

function notesTable(): string {
  const percent = (share: number): string => (100 * share).toFixed(1)
  const rows = [...Map.groupBy(measured, ({ method }) => method)].map(([method, own]) => [
    method,
    String(own.length),
    percent(mean(own.map(({ words }) => words))),
    percent(mean(own.map(({ statements }) => statements))),
    percent(mean(own.map(({ sources }) => sources))),
  ])
  return table(['method', 'cases', 'words', 'statements', 'messages'], rows, caption)
}
