/** How much of what answers a question a view shows. */
import { contentWords } from '../src/scan/content-words.ts'
import { linesOf } from '../src/scan/lines.ts'
import { sentences } from '../src/scan/sentences.ts'
import { messageText } from '../src/scan/spoken-text.ts'
import { mean } from '../src/tools/evaluate/exam/exam-scores.ts'
import type { Message } from '../src/types.ts'
import type { MeetingQuestion } from './read-meeting.ts'

export interface QuestionScore {
  readonly question: string
  /** Content words of the reference answer that the question does not give away, and how many the view shows. */
  readonly words: number
  readonly wordsVisible: number
  /** Characters of the sentences that answer it, and of those that are in the view word for word. */
  readonly evidence: number
  readonly evidenceVisible: number
}

export interface QuestionsScore {
  readonly questions: number
  /** Mean share over the questions that have such words. */
  readonly answers: number
  /** Mean share over the questions that name their evidence. */
  readonly evidence: number
  readonly withEvidence: number
}

/** One score for each question; the words of the view are read once. */
export function scoreQuestions(
  questions: readonly MeetingQuestion[],
  meeting: readonly Message[],
  view: string,
): readonly QuestionScore[] {
  const shown = contentWords(view)
  return questions.map(asked => {
    const given = contentWords(asked.question)
    const words = [...contentWords(asked.answer)].filter(word => !given.has(word))
    const said = evidenceSentences(asked, meeting)
    return {
      question: asked.question,
      words: words.length,
      wordsVisible: words.filter(word => shown.has(word)).length,
      evidence: lengthOf(said),
      evidenceVisible: lengthOf(said.filter(sentence => view.includes(sentence))),
    }
  })
}

export function meanOfQuestions(scores: readonly QuestionScore[]): QuestionsScore {
  const answered = scores.filter(({ words }) => words > 0)
  const proven = scores.filter(({ evidence }) => evidence > 0)
  return {
    questions: scores.length,
    answers: mean(answered.map(({ words, wordsVisible }) => wordsVisible / words)),
    evidence: mean(proven.map(({ evidence, evidenceVisible }) => evidenceVisible / evidence)),
    withEvidence: proven.length,
  }
}

/** Shorter ones (`Right.`, `Mm-hmm.`) are in any view. */
const minSentenceLength = 20

function evidenceSentences({ evidence }: MeetingQuestion, meeting: readonly Message[]): readonly string[] {
  const turns = new Set(
    evidence.flatMap(([first, last]) => indices(first, Math.min(last, meeting.length - 1))),
  )
  return [...turns]
    .sort((one, other) => one - other)
    .flatMap(turn => {
      const message = meeting[turn]
      return message === undefined
        ? []
        : linesOf(withoutSpeaker(messageText(message))).map(({ text }) => text)
    })
    .flatMap(text => sentences(text).map(({ start, end }) => text.slice(start, end).trim()))
    .filter(sentence => sentence.length >= minSentenceLength)
}

function indices(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** The name before the colon is ours, not theirs. */
function withoutSpeaker(text: string): string {
  return text.replace(/^[^:\n]{1,60}: /, '')
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}
