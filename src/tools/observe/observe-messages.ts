/** Turns a conversation into observations: deterministic, linear, every fact verbatim. */
import { FoveaError } from '../../errors.ts'
import { isAnnouncement, withoutLead } from '../../ledger/facts/announcement.ts'
import { isAcknowledgement } from '../../scan/acknowledgement.ts'
import { readCheck } from '../../scan/actions/shell/command-check.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { isHeading } from '../../scan/heading-level.ts'
import { proseSentences } from '../../scan/prose-sentences.ts'
import { present } from '../../tokens/json-value.ts'
import type { Message } from '../../types.ts'
import { commitsIn, subjectsIn } from './extract/commits.ts'
import { FactReader } from './extract/fact-reader.ts'
import { commandsOf } from './extract/piece-commands.ts'
import { filesOf } from './extract/piece-files.ts'
import { type MessageText, readSession } from './extract/session-reading.ts'
import type { Observation, ObservedCommand } from './observation.ts'
import { cutPieces, type WorkPiece } from './pieces/cut-pieces.ts'
import { type PieceContent, typeOf } from './pieces/piece-type.ts'

export interface ObserveOptions {
  /** The working directory: paths under it are written relative to it. @default none */
  readonly root?: string | undefined
  /** The time of each message. @default unknown */
  readonly times?: readonly (string | undefined)[] | undefined
}

export interface ObservedPiece {
  readonly piece: WorkPiece
  readonly observation: Observation
}

interface ObservedSession {
  /** The messages, with their secrets masked. */
  readonly messages: readonly Message[]
  readonly pieces: readonly ObservedPiece[]
}

/** Throws `invalid-transcript` if there is nothing to observe: an empty result would look like a perfect saving. */
export function observeMessages(
  messages: readonly Message[],
  options: ObserveOptions = {},
): readonly Observation[] {
  return observePieces(messages, options).pieces.map(({ observation }) => observation)
}

export function observePieces(
  original: readonly Message[],
  { root, times = [] }: ObserveOptions = {},
): ObservedSession {
  const reading = readSession(original)
  const reader = new FactReader(root)
  const pieces = cutPieces(reading)
    .filter(({ typed, spoken, calls }) => typed.length + spoken.length + calls.length > 0)
    .map(piece => ({ piece, observation: observationOf(piece, reader, root, times) }))
  if (pieces.length > 0) return { messages: reading.messages, pieces }
  throw new FoveaError(
    'invalid-transcript',
    `There is nothing to observe in ${original.length} messages: they contain neither words nor a call of a tool.`,
  )
}

/** The seconds of a time are omitted: `2026-01-05T15:02:01.663Z` */
const seconds = /(T\d\d:\d\d):\d\d(?:\.\d{1,9})?(?=Z$|[+-]\d\d:\d\d$|$)/

function observationOf(
  piece: WorkPiece,
  reader: FactReader,
  root: string | undefined,
  times: readonly (string | undefined)[],
): Observation {
  const { first, last, spoken } = piece
  const narrative = narrativeOf(spoken)
  const content = {
    facts: reader.factsOf(piece, narrative ?? ''),
    files: filesOf(piece, root),
    commands: commandsOf(piece),
  }
  const result = resultOf(piece, content)
  const known = times.slice(first, last + 1).filter(time => time !== undefined)
  const [from, to] = [known[0], known.at(-1)].map(time => time?.replace(seconds, '$1'))
  return {
    type: typeOf(piece, content),
    title: titleOf(piece, content),
    ...content,
    ...present({ narrative, result }),
    messages: [first, last],
    ...(from === undefined || to === undefined ? {} : { times: [from, to] as const }),
  }
}

/** The agent's own account of a piece of work: the beginning of its last words in it. */
const maxLength = 500
const minLength = 30

/** An exact part of what the agent said. */
function narrativeOf(spoken: readonly MessageText[]): string | undefined {
  const texts = spoken.map(({ text }) => text.trim()).filter(({ length }) => length >= minLength)
  const statement = texts.findLast(text => !isHeadingAlone(text) && !isAnnouncement(text)) ?? texts.at(-1)
  return statement === undefined ? undefined : beginningOf(statement)
}

/** A report may begin with a heading. */
function isHeadingAlone(text: string): boolean {
  return !text.includes('\n') && isHeading(text)
}

/** Cut after a line or a sentence if one ends in the second half. */
function beginningOf(text: string): string {
  if (text.length <= maxLength) return text
  const cut = graphemeCut(text, maxLength)
  const end = Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('. ') + 1, cut.lastIndexOf('。') + 1)
  return (end > maxLength / 2 ? cut.slice(0, end) : cut).trimEnd()
}

const maxTitleLength = 100
/** A shorter sentence is an interjection. */
const minTitle = 12
const lengths = { minLength: 4, maxLength: 2000 }

/** The subject of its commit, the item of the list, the request, or else what was done. */
function titleOf(piece: WorkPiece, { files, commands }: Pick<PieceContent, 'files' | 'commands'>): string {
  const { facts, item, typed, spoken } = piece
  const subject = subjectsIn(facts).at(-1)
  const request = typed.find(({ text }) => !isAcknowledgement(text))?.text
  const changed = files.find(({ operation }) => operation !== 'read') ?? files[0]
  const done = changed === undefined ? commands[0]?.command : `${changed.operation} ${changed.path}`
  const words = typed[0]?.text ?? spoken[0]?.text
  const title =
    subject ??
    item ??
    (request === undefined ? undefined : firstSentence(request)) ??
    (spoken[0] === undefined ? undefined : firstSentence(spoken[0].text)) ??
    done ??
    words ??
    'Session'
  return oneLine(title)
}

/** The first informative sentence; `ok.` and a heading are not. */
function firstSentence(text: string): string | undefined {
  const said = proseSentences(text.slice(0, lengths.maxLength), lengths)
  const first = said.find(({ length }) => length >= minTitle) ?? said[0] ?? text.trim()
  const line = withoutLead(first.replace(/^[#>*\-\s]+/, ''))
  return line === '' ? undefined : line
}

function oneLine(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  if (line.length <= maxTitleLength) return line
  const cut = graphemeCut(line, maxTitleLength)
  const space = cut.lastIndexOf(' ')
  return `${(space > maxTitleLength / 2 ? cut.slice(0, space) : cut).trimEnd()} …`
}

const maxCommandLength = 80

/** `undefined` if nothing shows a result. */
function resultOf(piece: WorkPiece, { commands, facts }: PieceContent): string | undefined {
  const check = commands.findLast(
    ({ command, outcome, printed }) =>
      (outcome === 'ok' || outcome === 'failed' || outcome === 'finished') &&
      (printed !== undefined || readCheck(command).isCheck),
  )
  const commits = commitsIn(piece.facts).flatMap(({ hash }) => hash ?? [])
  const open = facts.filter(({ verb, state }) => verb === 'failed' && state === 'open').length
  const parts = [
    ...(check === undefined
      ? []
      : [
          `${graphemeCut(readCheck(check.command).key.split('\n', 1)[0] ?? '', maxCommandLength)} ${endingOf(check)}`,
        ]),
    ...(commits.length === 0 ? [] : [`committed ${commits.join(', ')}`]),
    ...(open === 0 ? [] : [`${open} ${open === 1 ? 'error' : 'errors'} open`]),
  ]
  return parts.length === 0 ? undefined : parts.join('; ')
}

function endingOf({ outcome, exitCode, printed }: ObservedCommand): string {
  const failed = exitCode === undefined ? 'failed' : `failed with exit code ${exitCode}`
  const ending = outcome === 'ok' ? 'passed' : outcome === 'finished' ? 'finished' : failed
  return printed === undefined ? ending : `${ending} (${printed})`
}
