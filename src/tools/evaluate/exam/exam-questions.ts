/** The questions of a case: written by a model, checked by string comparison, and screened by two readers without a view. */
import { atomsIn, holds } from '../../../measure/probes/atoms.ts'
import { type CheckedQuestions, checkQuestions, type DroppedQuestion } from './check-questions.ts'
import { type Caller, placeholderText, usualSizes } from './exam-call.ts'
import type { ExamCase } from './exam-case.ts'
import type { AskedModel } from './exam-model.ts'
import { gradedAnswers } from './grade-answers.ts'
import { type NumberedBlock, numberedBlocks, numberedText } from './numbered-blocks.ts'
import { type Question, questionKinds } from './question.ts'
import { type ProposedQuestion, proposedQuestions, questionPrompt } from './question-prompt.ts'
import { blindPrompt, futurePrompt, type Reading, readingIn } from './reading-prompt.ts'

export interface QuestionSettings {
  readonly reader: AskedModel
  readonly examiner: AskedModel
  /** How many questions to ask for. */
  readonly count: number
  /** Maximum size of one prompt, in tokens. */
  readonly maxPromptTokens: number
}

/** Maximum tokens of the future: enough to show what was needed, too little to repeat all of it. */
const futureTokens = 8000
/** Tokens in the writer's prompt beside the history. */
const promptFrame = 2000

export async function examQuestions(
  name: string,
  { history, future, questions }: ExamCase,
  settings: QuestionSettings,
  caller: Caller,
): Promise<CheckedQuestions> {
  if (questions !== undefined) return { kept: questions, dropped: [] }
  const { ranker } = history.counters
  const blocks = numberedBlocks(history.messages)
  const later = numberedBlocks(future)
  const room = Math.max(futureTokens, settings.maxPromptTokens - futureTokens - promptFrame)
  const { count } = settings
  const proposed = await caller.ask(settings.examiner, {
    case: name,
    step: 'questions',
    prompt: questionPrompt({
      history: numberedText(blocks, room, ranker),
      future: numberedText(later, futureTokens, ranker),
      count,
    }),
    read: proposedQuestions,
    assumed: () => ({ value: assumedQuestions(count, blocks), tokens: count * questionTokens }),
  })
  if (proposed === undefined) return { kept: [], dropped: [] }
  const heard = numberedText(later.filter(isHeard), futureTokens, ranker)
  const checked = checkQuestions(proposed, { history: blocks, future: heard, maxQuestions: count })
  const screened = await screen(name, checked.kept, heard, settings, caller)
  return {
    kept: screened.kept.map((question, index) => ({ ...question, id: index + 1 })),
    dropped: [...checked.dropped, ...screened.dropped],
  }
}

const questionTokens = usualSizes.question + usualSizes.key + usualSizes.quoted

/** Whether a user or a tool said it: the agent's own words would show what it remembered. */
function isHeard({ speaker }: NumberedBlock): boolean {
  return !speaker.startsWith('assistant')
}

/** Different questions of the usual size, which pass the checks. */
function assumedQuestions(count: number, blocks: readonly NumberedBlock[]): readonly ProposedQuestion[] {
  const quote =
    blocks
      .find(({ text }) => text.trim().length >= 3)
      ?.text.trim()
      .slice(0, 40) ?? ''
  return Array.from({ length: count }, (_, index) => ({
    kind: questionKinds[index % questionKinds.length] ?? 'fact',
    question: `${index} ${placeholderText(usualSizes.question - 1)}`,
    answer: placeholderText(usualSizes.key),
    quotes: [{ block: 1, quote }],
  }))
}

/**
 * Drops questions that one of two readers can answer without a view: one has nothing, the other what users and tools said next.
 */
async function screen(
  name: string,
  questions: readonly Question[],
  heard: string,
  { reader, examiner }: QuestionSettings,
  caller: Caller,
): Promise<CheckedQuestions> {
  if (questions.length === 0) return { kept: [], dropped: [] }
  const ask = (who: string, prompt: ReturnType<typeof blindPrompt>): Promise<Reading | undefined> =>
    caller.ask(reader, {
      case: name,
      step: `reading ${who}`,
      prompt,
      read: reply => readingIn(reply, questions),
      assumed: () => ({
        // Most answers are unknown, as the questions intend.
        value: { answers: Object.fromEntries(questions.map(({ id }) => [id, placeholderText(8)])) },
        tokens: questions.length * 14,
      }),
    })
  const prompts = [
    ['without a note', blindPrompt(questions)],
    ['what was said next', futurePrompt(heard, questions)],
  ] as const
  const asked = await Promise.all(
    prompts.map(async ([who, prompt]) => [who, await ask(who, prompt)] as const),
  )
  const readings = new Map(
    asked.flatMap(([who, reading]) => (reading === undefined ? [] : [[who as string, reading] as const])),
  )
  if (readings.size === 0) return { kept: questions, dropped: [] }
  const graded = await gradedAnswers(
    { case: name, step: 'grading of answers without a note', seed: `screening ${name}` },
    { questions, readings },
    examiner,
    caller,
    // Nothing is dropped in an estimate.
    () => 0,
  )
  const gradeOf = (who: string, question: Question): number =>
    graded?.grades.get(who)?.get(question.id) ?? Number(holdsKey(question, readings.get(who)))
  const dropped: DroppedQuestion[] = []
  const kept = questions.filter(question => {
    const who = [...readings.keys()].find(each => gradeOf(each, question) === 1)
    if (who === undefined) return true
    const { id: _, ...rest } = question
    dropped.push({
      ...rest,
      why:
        who === 'without a note'
          ? 'a reader without any note answered it'
          : 'a reader who had only what was said next answered it',
    })
    return false
  })
  return { kept, dropped }
}

/** Replaces a grader: the answer has every name and number of the key that the question does not contain. */
function holdsKey({ id, question, answer }: Question, reading: Reading | undefined): boolean {
  const given = reading?.answers[String(id)] ?? ''
  const wanted = [...atomsIn(answer).keys()].filter(atom => !holds(question, atom))
  return wanted.length > 0 && wanted.every(atom => holds(given, atom))
}
