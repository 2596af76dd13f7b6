/** What a person said: every typed message, every answer given through a tool, every rejection of a call. */
import { type AskedQuestion, answersIn, askedQuestions } from '../../scan/actions/asked-questions.ts'
import { describeCall } from '../../scan/actions/describe-call.ts'
import { approvalIn, rejectionIn } from '../../scan/actions/rejection.ts'
import { locatedBlocks } from '../../scan/located-blocks.ts'
import { wordCut } from '../../scan/word-cut.ts'
import type { Message, Target, ToolCallBlock } from '../../types.ts'
import type { FactCollector } from './fact-collector.ts'
import { type UserPart, userRuns } from './user-parts.ts'

/** A pasted text that is longer is described. */
const maxPastedLength = 1500

/** The words of one message are one fact. `parts`: of one message, in order. */
export function addTyped(collector: FactCollector, parts: readonly UserPart[]): void {
  const [first] = parts
  if (first === undefined) return
  const isShown = ({ text, isOwn, isTask }: UserPart): boolean =>
    isOwn || isTask || text.length <= maxPastedLength
  const described = parts.filter(part => !isShown(part)).map(describePasted)
  collector.add((parts.find(isShown) ?? first).place, {
    section: 'talk',
    kind: 'typed',
    about: joined(parts.filter(isShown)),
    by: 'user',
    ...(described.length === 0 ? {} : { text: described.join('; ') }),
  })
}

/** To the letter where one part follows another; else each on lines of its own. */
function joined(parts: readonly UserPart[]): string {
  const runs = userRuns(parts).map(run => run.map(({ typed }) => typed).join(''))
  return runs.map(run => run.trim()).join('\n')
}

const maxBeginningLength = 80

function describePasted({ text, isAgents }: UserPart): string {
  const lines = text.trim().split('\n')
  const what = isAgents === true ? 'words of an agent' : 'pasted'
  const beginning = wordCut((lines[0] as string).trim(), maxBeginningLength)
  return `${what}: ${lines.length} ${lines.length === 1 ? 'line' : 'lines'} beginning '${beginning}'`
}

/** Answers and rejections, from the results of the calls. */
export function addReplies(collector: FactCollector, messages: readonly Message[]): void {
  const calls = new Map<string, ToolCallBlock>()
  const read = new Set<ToolCallBlock>()
  for (const place of locatedBlocks(messages)) {
    if (place.type === 'toolCall') calls.set(place.own.callId, place.own)
    if (place.type !== 'toolResult') continue
    const { callId, text, isError } = place.own
    const call = calls.get(callId)
    // Only the first part of an answer shows how the call ended.
    if (call !== undefined && read.has(call)) continue
    if (call !== undefined) read.add(call)
    addReply(collector, place, call, text, isError === true)
  }
}

function addReply(
  collector: FactCollector,
  place: Target,
  call: ToolCallBlock | undefined,
  result: string,
  isError: boolean,
): void {
  const questions = call === undefined ? [] : askedQuestions(call)
  const rejection = rejectionIn(result)
  if (rejection !== undefined) {
    const text = call === undefined ? 'an earlier call' : describeCall(call)
    collector.add(place, { section: 'talk', kind: 'rejected', about: rejection.words, by: 'user', text })
    // Words that come with it are what the user wants now.
    if (rejection.words.length >= minRequestLength)
      collector.add(place, { section: 'intent', kind: 'redirected', about: rejection.words, by: 'user' })
  }
  if (
    rejection === undefined
      ? questions.length > 0 && !isError
      : questions.some(({ question }) => result.includes(question))
  )
    for (const { asked, words } of answersIn(questions, result))
      collector.add(place, {
        section: 'talk',
        kind: 'chose',
        about: words,
        by: 'user',
        text: describeQuestion(asked),
      })
  const approved = rejection === undefined && call !== undefined ? approvalIn(result) : undefined
  if (approved !== undefined && call !== undefined)
    collector.add(place, {
      section: 'talk',
      kind: 'chose',
      about: approved,
      by: 'user',
      text: describeCall(call),
    })
}

/** Shorter words only say no. */
const minRequestLength = 20

function describeQuestion({ question, options }: AskedQuestion): string {
  const asked = question.trim()
  return options.length === 0 ? asked : `${asked} Options: ${options.map(option => `“${option}”`).join(', ')}`
}
