/** Meetings with questions: how much of the answers and of what proves them each method shows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openaiChat } from '../src/formats/openai-chat.ts'
import { messageText } from '../src/scan/spoken-text.ts'
import { defaultShares } from '../src/tools/evaluate/evaluate.ts'
import { type FittedView, fittedView } from '../src/tools/evaluate/fitted-view.ts'
import { type History, prepareHistory } from '../src/tools/evaluate/history.ts'
import type { Method } from '../src/tools/evaluate/method.ts'
import { foveaView } from '../src/tools/evaluate/methods/fovea.ts'
import { methods } from '../src/tools/evaluate/methods/index.ts'
import { type Averaged, Averages } from '../src/tools/evaluate/report-builder.ts'
import { percent, table } from './evaluation-tables.ts'
import { meanOfQuestions, scoreQuestions } from './question-scores.ts'
import { type Meeting, type MeetingQuestion, readMeeting } from './read-meeting.ts'
import { corpusDirectory, writeResults } from './results.ts'
import { sessionFiles } from './session-files.ts'

interface Scores {
  /** Tokens of the view as a share of the meeting's. */
  readonly kept: number
  readonly answers: number
  readonly evidence?: number
}

/** A method that makes one view for all questions, or one for each that it is given. */
export type Asked = Pick<Method, 'name'> & (Method | { readonly forQuestion: (question: string) => Method })

const shown: Asked = {
  name: 'fovea, given the question',
  forQuestion: focus => ({
    name: 'fovea',
    describe: 'compress with the question as the focus',
    kind: 'fovea',
    view: (history, tokens) => foveaView(history, tokens, { focus }),
  }),
}

/** What needs a future or a summary has nothing to say here. */
const asked: readonly Asked[] = [
  ...methods.filter(({ kind }) => kind === 'baseline' || kind === 'fovea'),
  shown,
]

/** One method at one budget: a mean over the meetings. */
export interface QuestionRow extends Averaged<Scores> {
  readonly method: string
  readonly share: number
  readonly meetings: number
}

/** None where there is no corpus. */
export function meetingFiles(): readonly string[] {
  const corpus = corpusDirectory()
  return corpus === undefined ? [] : sessionFiles(join(corpus, 'conversations'))
}

export async function askMeetings(
  files: readonly string[],
  asked: readonly Asked[],
  shares: readonly number[],
): Promise<readonly QuestionRow[]> {
  const sums = new Map<string, Averages<Scores>>()
  for (const file of files) await addMeeting(file, asked, shares, sums)
  return asked.flatMap(({ name: method }) =>
    shares.flatMap(share => {
      const averages = sums.get(`${share} ${method}`)
      return averages === undefined ? [] : [{ method, share, meetings: averages.cases, ...averages.means }]
    }),
  )
}

export async function benchQuestions(): Promise<void> {
  const files = meetingFiles()
  if (files.length === 0) return
  const rows = await askMeetings(files, asked, defaultShares)
  const lines = asked.map(({ name }) => {
    const own = rows.filter(({ method }) => method === name)
    return [
      name,
      ...own.map(({ answers }) => percent(answers)),
      ...own.map(({ evidence }) => percent(evidence)),
    ]
  })
  const columns = [
    'method',
    ...['answers', 'evidence'].flatMap(what => defaultShares.map(share => `${what} at ${share}`)),
  ]
  writeResults('questions', rows, table(columns, lines, `${rows[0]?.meetings ?? 0} meetings.`))
}

async function addMeeting(
  file: string,
  asked: readonly Asked[],
  shares: readonly number[],
  sums: Map<string, Averages<Scores>>,
): Promise<void> {
  const bytes = readFileSync(file)
  const meeting = readMeeting((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())
  const raw = meeting.messages.map(message => ({ role: 'user', content: messageText(message) }))
  const history = prepareHistory(raw, openaiChat)
  for (const method of asked)
    for (const share of shares) {
      const budget = Math.floor(share * history.tokens)
      const views = await viewsFor(method, meeting, history, budget)
      if (views.length === 0) continue
      const scores = views.flatMap(({ questions, view }) =>
        scoreQuestions(questions, meeting.messages, view.view.text),
      )
      const { answers, evidence, withEvidence } = meanOfQuestions(scores)
      const kept = views.reduce((sum, { view }) => sum + view.tokens, 0) / views.length / history.tokens
      const key = `${share} ${method.name}`
      const known = sums.get(key) ?? new Averages<Scores>()
      known.add({ kept, answers, ...(withEvidence === 0 ? {} : { evidence }) })
      sums.set(key, known)
    }
}

interface ViewForQuestions {
  readonly questions: readonly MeetingQuestion[]
  readonly view: FittedView
}

async function viewsFor(
  method: Asked,
  { questions }: Meeting,
  history: History,
  budget: number,
): Promise<readonly ViewForQuestions[]> {
  const asked =
    'forQuestion' in method
      ? questions.map(each => ({ questions: [each], method: method.forQuestion(each.question) }))
      : [{ questions, method }]
  const views: ViewForQuestions[] = []
  for (const { questions, method } of asked) {
    const view = await fittedView(method, history, budget)
    if (view !== undefined) views.push({ questions, view })
  }
  return views
}
