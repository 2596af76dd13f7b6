/** What an agent asks a person with a tool, what it lets them choose between, and what they answered. */
import type { ToolCallBlock } from '../../types.ts'
import {
  argumentsOf,
  type CallArguments,
  entryArguments,
  listArgument,
  textArgument,
} from './call-arguments.ts'
import { toolPurpose } from './tool-verb.ts'

export interface AskedQuestion {
  readonly question: string
  /** By which the answer names the question, where it does. */
  readonly id?: string
  readonly options: readonly string[]
}

/** Empty where the call asks no question. */
export function askedQuestions(call: Pick<ToolCallBlock, 'name' | 'text'>): readonly AskedQuestion[] {
  return toolPurpose(call.name)?.verb === 'ask' ? questionsIn(argumentsOf(call)) : []
}

export function questionsIn(args: CallArguments): readonly AskedQuestion[] {
  const own = textArgument(args, ['question', 'prompt', 'message', 'text'])
  if (own !== undefined) return [{ question: own, options: optionsIn(args) }]
  return listArgument(args, ['questions']).flatMap(entry => {
    if (typeof entry === 'string') return [{ question: entry, options: [] }]
    const asked = entryArguments(entry)
    const question = textArgument(asked, ['question', 'text'])
    const id = textArgument(asked, ['id'])
    return question === undefined
      ? []
      : [{ question, ...(id === undefined ? {} : { id }), options: optionsIn(asked) }]
  })
}

function optionsIn(args: CallArguments): readonly string[] {
  return listArgument(args, ['options', 'choices', 'follow_up', 'suggestions']).flatMap(option =>
    typeof option === 'string'
      ? [option]
      : (textArgument(entryArguments(option), ['label', 'title', 'text', 'answer', 'value']) ?? []),
  )
}

interface GivenAnswer {
  readonly asked: AskedQuestion
  /** The person's words, to the letter. */
  readonly words: string
}

/** One for each question that was answered. A result in no known form is the answer to the one question that was asked. */
export function answersIn(questions: readonly AskedQuestion[], result: string): readonly GivenAnswer[] {
  const listed = listedAnswers(questions, result) ?? jsonAnswers(questions, result)
  if (listed !== undefined) return listed
  const [asked] = questions
  if (asked === undefined || questions.length > 1) return []
  const words = withoutLead(result)
  return words === '' || noAnswer.test(words) ? [] : [{ asked, words }]
}

/** `User responded: …`, `<answer>…</answer>` */
function withoutLead(result: string): string {
  const tagged = result.indexOf('<answer>')
  if (tagged >= 0) {
    const end = result.indexOf('</answer>', tagged)
    return result.slice(tagged + '<answer>'.length, end < 0 ? undefined : end).trim()
  }
  return result
    .trim()
    .replace(/^(?:The )?[Uu]ser (?:has )?(?:selected|responded|answered|chose|replied)(?: with)?: ?/, '')
}

const noAnswer = /^(?:\(No answer provided\)|Unanswered|User submitted without answering|No response)/

/** `"Tabs or spaces?"="Tabs", "Why?"="…". You can now continue …`, or `- "Tabs or spaces?"` with `Answer: Tabs` below. */
function listedAnswers(
  questions: readonly AskedQuestion[],
  result: string,
): readonly GivenAnswer[] | undefined {
  const found = questions.flatMap(asked => {
    const quoted = `"${asked.question}"`
    const at = result.indexOf(quoted)
    return at < 0 ? [] : [{ asked, start: at, from: at + quoted.length }]
  })
  if (found.length === 0) return undefined
  const inOrder = found.toSorted((one, other) => one.start - other.start)
  return inOrder.flatMap(({ asked, from }, index) => {
    const rest = result.slice(from, inOrder[index + 1]?.start)
    const words = (quotedAnswer(rest) ?? /^\s{0,8}Answer: ([^\n]{1,4000})/.exec(rest)?.[1] ?? '').trim()
    return words === '' || noAnswer.test(words) ? [] : [{ asked, words }]
  })
}

/** The last quotation mark before the next question or the closing sentence ends the answer, which may hold others. */
function quotedAnswer(rest: string): string | undefined {
  const start = /^\s{0,4}(?:=|→|->)\s{0,4}"/.exec(rest)?.[0].length
  if (start === undefined) return undefined
  const closing = rest.search(/" (?:user notes|selected preview|notes): |"\.? You can now\b/)
  const end = closing < 0 ? rest.lastIndexOf('"') : closing
  return end < start ? undefined : rest.slice(start, end)
}

/** `{"answers":{"id":{"answers":["Tabs"]}}}` */
function jsonAnswers(
  questions: readonly AskedQuestion[],
  result: string,
): readonly GivenAnswer[] | undefined {
  const text = result.trim()
  if (!text.startsWith('{') || !text.includes('"answers"')) return undefined
  const given = entryArguments(argumentsOf({ text })['answers'])
  return questions.flatMap((asked, index) => {
    const key = [asked.id, String(index), asked.question].find(
      name => name !== undefined && Object.hasOwn(given, name),
    )
    const words = key === undefined ? '' : answerWords(given[key])
    return words === '' ? [] : [{ asked, words }]
  })
}

function answerWords(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  const listed = Array.isArray(value) ? value : listArgument(entryArguments(value), ['answers'])
  return listed
    .filter(word => typeof word === 'string')
    .map(word => word.replace(/^user_note: /, ''))
    .join('\n')
    .trim()
}
