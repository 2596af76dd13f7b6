/**
 * The reading exam: what a capable model still answers about a session when all it has is the view.
 *
 *     node bench/exam.ts lay OUT --method fovea --method 'fovea*4' --method 'vendor summary'
 *     node bench/exam.ts lay OUT --writer-requests PROMPTS    PROMPTS/case-NN/prompt.md: what a writer is asked for its note
 *     node bench/exam.ts lay OUT --writer-answers DIR    OUT/fovea-writer: with the notes in DIR/case-NN/answer.md, checked
 *     node bench/exam.ts grade OUT    after each reader wrote `answers.json` beside its view
 *     node bench/exam.ts table OUT [OUT…]    after each grader wrote `grading/case-NN.grades.json`; several readings count alike
 *     node bench/exam.ts hold OUT --reader URL --model NAME --method fovea --method fovea@4x    all of it, with a model
 *
 * A reader is a fresh context that gets one folder: it writes {"answers": {"1": "…"}, "usable": 1-10}. A grader is
 * another, which gets one `grading/case-NN.md` and writes {"A": {"1": 1}}: 1 right, 0.5 in part, 0 unknown, -0.5 wrong.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type ExamCase, examCases } from './exam/exam-case.ts'
import { type ExamResults, examTable, gradedQuestions } from './exam/exam-table.ts'
import { prepareGrading } from './exam/grading.ts'
import { holdCases } from './exam/hold-cases.ts'
import {
  examMethod,
  methodFolder,
  prepareCase,
  prepareWriterRequest,
  prepareWrittenCase,
} from './exam/prepare-exam.ts'
import { corpusDirectory, writeResults } from './results.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    /** Folders with `cases.jsonl`. */
    cases: { type: 'string', multiple: true },
    case: { type: 'string', multiple: true },
    method: { type: 'string', multiple: true },
    corpus: { type: 'string' },
    'writer-requests': { type: 'string' },
    'writer-answers': { type: 'string' },
    /** Endpoint of the model that reads and grades; its key is read from FOVEA_READER_KEY. */
    reader: { type: 'string' },
    model: { type: 'string' },
    /** Name of the results. */
    name: { type: 'string' },
  },
})

const [command, out, ...furtherReadings] = positionals
const corpus = corpusDirectory()
if (out === undefined || corpus === undefined || !['lay', 'grade', 'table', 'hold'].includes(command ?? ''))
  throw new Error(
    'Usage: node bench/exam.ts lay|grade|table|hold OUT [--cases DIR] [--method NAME]. It needs a corpus.',
  )
const folder = resolve(out)
const given = values.cases ?? [join(corpus, '../exam'), join(import.meta.dirname, 'exam')]
const wanted = new Set((values.case ?? []).map(Number))

async function* chosenCases(): AsyncGenerator<ExamCase> {
  for (const cases of given)
    yield* examCases(cases, corpus as string, number => wanted.size === 0 || wanted.has(number))
}

const all: ExamResults[] = []
if (command === 'hold') await holdCases(chosenCases(), folder, values)
for await (const examCase of command === 'hold' ? [] : chosenCases())
  if (command === 'lay' && values['writer-requests'] !== undefined) {
    const asked = await prepareWriterRequest(examCase, resolve(values['writer-requests']))
    process.stdout.write(`case ${examCase.number}: ${asked?.tokens ?? 0} tokens to read\n`)
  } else if (command === 'lay' && values['writer-answers'] !== undefined) {
    const prepared = await prepareWrittenCase(examCase, resolve(values['writer-answers']), folder)
    const size = prepared === undefined ? 'no answer' : `${prepared.tokens} of ${examCase.budget} tokens`
    process.stdout.write(`case ${examCase.number} fovea-writer: ${size}\n`)
    for (const { code, message } of prepared?.receipt.notes ?? [])
      if (code.startsWith('note-')) process.stdout.write(`    ${code}: ${message}\n`)
  } else if (command === 'lay')
    for (const method of (values.method ?? ['fovea']).map(examMethod)) {
      const prepared = await prepareCase(examCase, method, folder)
      const size =
        prepared === undefined ? 'nothing' : `${prepared.tokens} of ${examCase.budget * method.times}`
      process.stdout.write(`case ${examCase.number} ${methodFolder(method)}: ${size} tokens\n`)
    }
  else if (command === 'grade') prepareGrading(examCase, folder)
  else
    for (const reading of [folder, ...furtherReadings.map(further => resolve(further))])
      all.push(gradedQuestions(examCase, reading))

if (command === 'table') {
  const results = {
    questions: all.flatMap(({ questions }) => questions),
    usable: all.flatMap(({ usable }) => usable),
  }
  writeResults(values.name ?? 'exam', results, examTable(results))
}
