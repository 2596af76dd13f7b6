/** A model that plays writer, reader and grader by rules, honestly unless a test has it do otherwise. */
import type { Prompt } from '../../../../src/models/prompts.ts'
import { exactCounter } from '../../../../src/tokens/tokens.ts'
import {
  type LocalEndpoint,
  localEndpoint,
  type Received,
  type Reply,
} from '../../../models/local-endpoint.ts'

export type Role = 'writer' | 'blind' | 'future' | 'reader' | 'grader'

export function roleOf({ system }: Prompt): Role {
  if (system.startsWith('You write the questions')) return 'writer'
  if (system.startsWith('You take over the work')) return 'reader'
  if (system.startsWith('You grade the answers')) return 'grader'
  return system.startsWith('Below are questions') ? 'blind' : 'future'
}

/** What a role says in place of the honest answer; `undefined` leaves it. */
export type Script = (role: Role, prompt: Prompt, honest: string) => string | undefined

export function scripted(script: Script = () => undefined): (prompt: Prompt) => string {
  return prompt => {
    const role = roleOf(prompt)
    const honest = play[role](prompt)
    return script(role, prompt, honest) ?? honest
  }
}

const play: Readonly<Record<Role, (prompt: Prompt) => string>> = {
  writer: ({ user, system }) => {
    const most = Number(/^Write (\d+) questions/m.exec(system)?.[1])
    return JSON.stringify({ questions: writtenQuestions(user).slice(0, most) })
  },
  blind: ({ user }) => answersTo(user, () => 'unknown'),
  future: ({ user }) => answersTo(user, question => answerFrom(user, question)),
  reader: ({ user }) => {
    const { answers } = JSON.parse(answersTo(user, question => inSentences(answerFrom(user, question))))
    return JSON.stringify({ answers, usable: 7, missing: 'limits of other services', useless: 'nothing' })
  },
  grader: ({ user }) => {
    const grades: Record<string, Record<string, number>> = {}
    for (const { id, key, given } of gradingSheet(user))
      for (const [letter, answer] of given) grades[letter] = { ...grades[letter], [id]: gradeOf(key, answer) }
    return `Here are the grades:\n\`\`\`json\n${JSON.stringify(grades)}\n\`\`\``
  },
}

/** As long as readers answer. */
function inSentences(answer: string): string {
  return answer === 'unknown'
    ? answer
    : `${answer}, as the note says where it speaks of it. Nothing in it says that this has changed since.`
}

interface Written {
  readonly kind: string
  readonly question: string
  readonly answer: string
  readonly quotes: readonly { readonly block: number; readonly text: string }[]
}

export function writtenQuestions(user: string): readonly Written[] {
  const history = user.slice(0, user.lastIndexOf('</history'))
  const ask = (kind: string, pattern: RegExp, question: (found: RegExpExecArray) => string): Written[] =>
    Array.from(history.matchAll(pattern), found => ({
      kind,
      question: question(found),
      answer: found[0],
      quotes: [{ block: blockAt(history, found.index), text: found[0] }],
    }))
  const limits = ask(
    'fact',
    /The limit of (service_\d+) is \d+ units\./g,
    ([, name]) => `What is the limit of ${name}?`,
  )
  return [
    ...ask('user', /Never restart (gateway)_\d+/g, () => 'What did the user say must never happen?'),
    ...ask(
      'decision',
      /retries of part (\d+) at \d+ because the queue drains slowly/g,
      ([, part]) => `How many retries of part ${part}, and why?`,
    ),
    ...ask('state', /Now (service)_\d+05\./g, () => 'What was read as the sixth?'),
    ...limits,
  ]
}

function blockAt(history: string, at: number): number {
  return Number(Array.from(history.slice(0, at).matchAll(/^#(\d+) /gm)).at(-1)?.[1])
}

export function questionsAsked(user: string): readonly { readonly id: string; readonly question: string }[] {
  const list = user.slice(user.lastIndexOf('Questions:\n'))
  return Array.from(list.matchAll(/^(\d+)\. (.+)$/gm), ([, id = '', question = '']) => ({ id, question }))
}

export function answersTo(user: string, answer: (question: string) => string): string {
  return JSON.stringify({
    answers: Object.fromEntries(questionsAsked(user).map(({ id, question }) => [id, answer(question)])),
  })
}

/** What the note says, to the letter. */
export function answerFrom(user: string, question: string): string {
  const note = user.slice(0, user.lastIndexOf('Questions:\n'))
  const service = /limit of (service_\d+)/.exec(question)?.[1]
  const part = /retries of part (\d+)/.exec(question)?.[1]
  if (service !== undefined)
    return new RegExp(`limit of ${service} is \\d+ units`).exec(note)?.[0] ?? 'unknown'
  if (part !== undefined)
    return new RegExp(`retries of part ${part} at \\d+ because[a-z ]*`).exec(note)?.[0] ?? 'unknown'
  if (question.includes('never'))
    return Array.from(note.matchAll(/never restart gateway_\d+/gi)).at(-1)?.[0] ?? 'unknown'
  return /Now service_\d+05\./.exec(note)?.[0] ?? 'unknown'
}

interface GradedEntry {
  readonly id: number
  readonly key: string
  readonly given: readonly (readonly [string, string])[]
}

export function gradingSheet(user: string): readonly GradedEntry[] {
  return user
    .split(/^## /m)
    .slice(1)
    .map(part => ({
      id: Number.parseInt(part, 10),
      key: /^Key: (.*)$/m.exec(part)?.[1] ?? '',
      given: Array.from(
        part.matchAll(/^- ([A-Z]+): (.*)$/gm),
        ([, letter = '', answer = '']) => [letter, answer] as const,
      ),
    }))
}

function gradeOf(key: string, answer: string): number {
  if (answer === 'unknown') return 0
  const number = /\d+(?= units)|_\d+|at \d+/.exec(key)?.[0] ?? key
  return answer.includes(number) ? 1 : -0.5
}

const counter = exactCounter()

export type Kind = 'openai' | 'anthropic' | 'gemini'

/** The prompt of a request, whichever provider it is written for. */
export function promptIn(kind: Kind, { body }: Received): Prompt {
  const at = (value: unknown, ...path: readonly (string | number)[]): string =>
    String(
      path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)?.[key], value) ?? '',
    )
  if (kind === 'openai')
    return { system: at(body, 'messages', 0, 'content'), user: at(body, 'messages', 1, 'content') }
  if (kind === 'anthropic') return { system: at(body, 'system'), user: at(body, 'messages', 0, 'content') }
  return {
    system: at(body, 'systemInstruction', 'parts', 0, 'text'),
    user: at(body, 'contents', 0, 'parts', 0, 'text'),
  }
}

export function bodyOf(kind: Kind, { system, user }: Prompt, text: string): unknown {
  const [input, output] = [counter.count(`${system}\n${user}`), counter.count(text)]
  if (kind === 'openai')
    return {
      choices: [{ message: { content: text }, finish_reason: 'stop' }],
      usage: { prompt_tokens: input, completion_tokens: output },
    }
  if (kind === 'anthropic')
    return {
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: { input_tokens: input, output_tokens: output },
    }
  return {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: input, candidatesTokenCount: output },
  }
}

/** A server that plays every role. `reply` comes before the script, for what no model says: errors, silence. */
export function scriptedEndpoint(
  kind: Kind = 'openai',
  script?: Script,
  reply: (prompt: Prompt, count: number) => Reply | undefined = () => undefined,
): Promise<LocalEndpoint> {
  const answer = scripted(script)
  let count = 0
  return localEndpoint(received => {
    const prompt = promptIn(kind, received)
    count += 1
    return reply(prompt, count) ?? { body: bodyOf(kind, prompt, answer(prompt)) }
  })
}
