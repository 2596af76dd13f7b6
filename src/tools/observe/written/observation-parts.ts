/** Writes and parses the parts of an observation, the same for both forms. */
import { FoveaError } from '../../../errors.ts'
import { quoted, quotedCommand, unquoted, unquotedCommand } from '../../../ledger/markdown/line-text.ts'
import type { Outcome } from '../../../scan/actions/action.ts'
import type { FileOperationKind } from '../../../scan/actions/file-operations.ts'
import { present } from '../../../tokens/json-value.ts'
import type { Role } from '../../../types.ts'
import {
  type FactVerb,
  factVerbs,
  type LeftOut,
  type Observation,
  type ObservationType,
  type ObservedCommand,
  type ObservedFact,
  type ObservedFile,
  observationTypes,
  type SessionObservations,
} from '../observation.ts'
import { listedWords, readTime, timeWord, word } from './words.ts'

/** Lists, with each item as one text; a text of several lines is one item. */
export const listNames = ['facts', 'files', 'commands'] as const
export type ListName = (typeof listNames)[number]

export function itemsOf(observation: Observation, name: ListName): readonly string[] {
  if (name === 'facts') return observation.facts.map(factLine)
  return name === 'files' ? fileLines(observation.files) : observation.commands.map(commandLine)
}

/** What both forms show of an observation in addition to its lists. */
export const noteNames = ['messages', 'times', 'handle'] as const
export type NoteName = (typeof noteNames)[number]

export function noteOf({ messages, times, handle }: Observation, name: NoteName): string | undefined {
  if (name === 'handle') return handle
  if (name === 'times') return times === undefined ? undefined : times.map(timeWord).join(' to ')
  return messages?.map(numberOf).join('-')
}

/** Documents count messages from 1, as views and ledgers do; observations hold the index. */
function numberOf(index: number): number {
  return index + 1
}

/** Documents of version 0.1.0 counted from 0. */
function indexOf(number: string | undefined): number {
  return Math.max(0, Number(number) - 1)
}

/** The parts of an observation while it is parsed. */
export interface ReadParts {
  type: string
  title: string
  lists: Map<ListName, string[]>
  notes: Map<NoteName, string>
  narrative?: string
  result?: string
}

/** `where`: the position for errors, `line 12`. */
export function observationOfParts(parts: ReadParts, where: string): Observation {
  const { type, title, lists, notes, narrative, result } = parts
  const items = (name: ListName): readonly string[] => lists.get(name) ?? []
  return {
    type: typeNamed(type, where),
    title,
    facts: items('facts').map(parseFact),
    files: items('files').flatMap(line => parseFiles(line) ?? unreadable('files', line, where)),
    commands: items('commands').map(line => parseCommand(line) ?? unreadable('commands', line, where)),
    ...present({ narrative, result }),
    ...notesOf(notes, where),
  }
}

function typeNamed(type: string, where: string): ObservationType {
  const known = observationTypes.find(name => name === type)
  if (known !== undefined) return known
  throw notObservations(
    where,
    `${JSON.stringify(type.slice(0, 40))} is no type of observation; the types are ${observationTypes.join(', ')}.`,
  )
}

function notesOf(
  notes: ReadonlyMap<NoteName, string>,
  where: string,
): Pick<Observation, 'messages' | 'times' | 'handle'> {
  const span = notes.get('messages')
  const times = notes.get('times')
  return present({
    messages: span === undefined ? undefined : (spanIn(span) ?? unreadable('messages', span, where)),
    times: times === undefined ? undefined : (timesIn(times) ?? unreadable('times', times, where)),
    handle: notes.get('handle'),
  })
}

function spanIn(text: string): readonly [number, number] | undefined {
  const [, first, last] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  return last === undefined ? undefined : [indexOf(first), indexOf(last)]
}

function timesIn(text: string): readonly [string, string] | undefined {
  const from = readTime(text, 0)
  if (from === undefined || !text.startsWith(' to ', from.end)) return undefined
  const to = readTime(text, from.end + 4)
  return to === undefined || to.end !== text.length ? undefined : [from.word, to.word]
}

function unreadable(name: string, line: string, where: string): never {
  throw notObservations(where, `${JSON.stringify(line.slice(0, 80))} does not belong in ${name}.`)
}

export function notObservations(where: string, why: string): FoveaError {
  return new FoveaError('invalid-transcript', `These are no observations, ${where}: ${why}`)
}

/** The parts that are shown once for a session. */
export const sessionNames = ['session', 'agent', 'root', 'left-out'] as const
export type SessionPart = (typeof sessionNames)[number]

export function sessionPartText(session: SessionObservations, name: SessionPart): string | undefined {
  if (name !== 'left-out') return session[name]
  const { leftOut } = session
  return leftOut === undefined ? undefined : leftOutNames.map(part => `${leftOut[part]} ${part}`).join(', ')
}

const leftOutNames = ['narratives', 'facts', 'files', 'commands'] as const
const leftOutLine = /^(\d{1,15}) narratives, (\d{1,15}) facts, (\d{1,15}) files, (\d{1,15}) commands$/

export function sessionOfParts(
  parts: ReadonlyMap<SessionPart, string>,
  observations: readonly Observation[],
  where: string,
): SessionObservations {
  const left = parts.get('left-out')
  return {
    ...present({ session: parts.get('session'), agent: parts.get('agent'), root: parts.get('root') }),
    observations,
    ...(left === undefined ? {} : { leftOut: leftOutOf(left) ?? unreadable('left-out', left, where) }),
  }
}

function leftOutOf(line: string): LeftOut | undefined {
  const [, narratives = 0, facts = 0, files = 0, commands] = (leftOutLine.exec(line) ?? []).map(Number)
  if (commands === undefined) return undefined
  return { narratives, facts, files, commands }
}

/** `` `npm test` → exit 1, 3 times: Tests 2 failed | 21 passed (23) `` */
function commandLine({ command, outcome, exitCode, times, printed }: ObservedCommand): string {
  const ending =
    outcome === 'unknown'
      ? 'ran'
      : outcome !== 'failed' || exitCode === undefined
        ? outcome
        : `exit ${exitCode}`
  const often = times === undefined ? '' : `, ${times} times`
  return `${quotedCommand(command)} → ${ending}${often}${printed === undefined ? '' : `: ${printed}`}`
}

const ending =
  /^ → (?:(ok|finished|failed|rejected|ran)|exit (-?\d{1,10}))(?:, (\d{1,9}) times)?(?:: (.*))?$/s

/** `undefined` if a line is not a command with its outcome. */
function parseCommand(line: string): ObservedCommand | undefined {
  const read = unquotedCommand(line)
  const found = read === undefined ? null : ending.exec(line.slice(read.end))
  if (read === undefined || found === null) return undefined
  const [, word, exitCode, times, printed] = found
  return {
    command: read.name,
    outcome: word === 'ran' ? 'unknown' : word === undefined ? 'failed' : (word as Outcome),
    ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }),
    ...(times === undefined ? {} : { times: Number(times) }),
    ...present({ printed }),
  }
}

/** `[tool failed #7 at \`npm test\`, resolved] TypeError: x is not a function` */
function factLine(fact: ObservedFact): string {
  const { verb, text, by, message, about, state, isCut } = fact
  const head = [
    by === undefined ? verb : `${by} ${verb}`,
    message === undefined ? '' : ` #${numberOf(message)}`,
    about === undefined ? '' : ` at ${quoted(about, false)}`,
    state === undefined ? '' : `, ${state}`,
    isCut === undefined ? '' : ', cut',
  ].join('')
  return head === 'noted' && !text.startsWith('[') ? text : `[${head}] ${text}`
}

const roles = 'system|developer|user|assistant|tool'
const opening = new RegExp(`^\\[(?:(${roles}) )?(${factVerbs.join('|')})(?: #(\\d{1,15}))?( at )?`)
const closing = /^(?:, (open|resolved))?(, cut)?\] /

/** Words without a head are a fact without further information. */
function parseFact(line: string): ObservedFact {
  const noted: ObservedFact = { verb: 'noted', text: line }
  const head = opening.exec(line)
  if (head === null) return noted
  const [whole, by, verb, message, at] = head
  const subject = at === undefined ? undefined : unquoted(line.slice(whole.length))
  if (at !== undefined && subject === undefined) return noted
  const rest = line.slice(whole.length + (subject?.end ?? 0))
  const end = closing.exec(rest)
  if (end === null) return noted
  const [behind, state, cut] = end
  return {
    verb: verb as FactVerb,
    text: rest.slice(behind.length),
    ...present({
      by: by as Role | undefined,
      message: message === undefined ? undefined : indexOf(message),
      about: subject?.name,
      state: state as 'open' | 'resolved' | undefined,
      isCut: cut === undefined ? undefined : true,
    }),
  }
}

/** `Modified src/a.ts: parse, render`; files without further information share a line: `Read src/b.ts, src/c.ts`. */
function fileLines(files: readonly ObservedFile[]): readonly string[] {
  const lines: { head: string; paths: string[]; names: string }[] = []
  for (const { operation, path, isDoubtful, names } of files) {
    const head =
      isDoubtful === true
        ? `Perhaps ${operation}`
        : `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`
    const listed = names === undefined ? '' : `: ${names.map(word).join(', ')}`
    const last = lines.at(-1)
    if (last?.head === head && last.names === '' && listed === '' && last.paths.length < maxOfLine)
      last.paths.push(word(path))
    else lines.push({ head, paths: [word(path)], names: listed })
  }
  return lines.map(({ head, paths, names }) => `${head} ${paths.join(', ')}${names}`)
}

const maxOfLine = 12
const operation = /^(Perhaps )?(created|read|modified|deleted) /i

/** `undefined` if a line names no file. */
function parseFiles(line: string): readonly ObservedFile[] | undefined {
  const head = operation.exec(line)
  if (head === null) return undefined
  const [whole, doubt, verb = ''] = head
  const paths = listedWords(line, whole.length)
  if (paths === undefined) return undefined
  const isNamed = line.startsWith(': ', paths.end)
  const names = isNamed ? listedWords(line, paths.end + 2) : undefined
  if ((names?.end ?? paths.end) !== line.length || (isNamed && names === undefined)) return undefined
  return paths.words.map(path => ({
    operation: verb.toLowerCase() as FileOperationKind,
    path,
    ...(doubt === undefined ? {} : { isDoubtful: true as const }),
    ...(names === undefined ? {} : { names: names.words }),
  }))
}
