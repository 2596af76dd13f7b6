/** Runs the cases of the exam with a model behind an endpoint, through the same functions as a user's own sessions. */
import { renderExam } from '../../src/doors/cli/exam/render-exam.ts'
import { endpointKindOf } from '../../src/models/endpoint-kinds.ts'
import type { ExamCase as HeldCase } from '../../src/tools/evaluate/exam/exam-case.ts'
import { holdExam } from '../../src/tools/evaluate/exam/hold-exam.ts'
import type { ExamCase } from './exam-case.ts'

export interface HoldFlags {
  readonly reader?: string | undefined
  readonly model?: string | undefined
  readonly method?: readonly string[] | undefined
}

export async function holdCases(
  cases: AsyncIterable<ExamCase>,
  folder: string,
  { reader: url, model, method }: HoldFlags,
): Promise<void> {
  if (url === undefined || model === undefined) throw new Error('hold needs --reader URL and --model NAME.')
  const report = await holdExam(heldCases(cases), {
    reader: { url, model, kind: endpointKindOf(url), apiKey: process.env['FOVEA_READER_KEY'] },
    methods: method,
    cases: 1000,
    folder,
  })
  process.stdout.write(renderExam(report))
}

export async function* heldCases(cases: AsyncIterable<ExamCase>): AsyncGenerator<HeldCase> {
  for await (const { transcript, at, budget, history, questions } of cases)
    yield {
      session: transcript,
      at,
      message: history.messages.length,
      budget,
      history,
      future: [],
      questions: questions.map(({ id, kind, question, answer }) => ({
        id,
        kind,
        question,
        answer,
        source: [],
      })),
    }
}
