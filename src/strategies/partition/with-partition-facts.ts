/** Adds the facts that the partition needs about each block: type, importance, copies, age, and whether it is being worked on. */
import { withFacts } from '../../measure/measure.ts'
import {
  type CallOrigin,
  callOrigins,
  type SpokenStep,
  sourceOfResult,
  spokenSteps,
} from '../../measure/text-sources.ts'
import type { Measured } from '../../reduce/plan.ts'
import type { TextSource } from '../../reduce/reducer.ts'
import { actionsIn, type LocatedAction } from '../../scan/actions/actions-in.ts'
import { gitStatements } from '../../scan/actions/git-statements.ts'
import { nameWithFolder } from '../../scan/actions/shell/join-path.ts'
import { shellCommands } from '../../scan/actions/shell/shell-commands.ts'
import { weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import { typedTexts } from '../../scan/speakers/typed-texts.ts'
import { countsOf } from '../../tokens/counts-of.ts'
import type { Block, Message, Role } from '../../types.ts'
import { hoursPerTurn } from './compressibility.ts'
import { keyFacts } from './forms/key-facts.ts'
import type { PartitionFacts, PartitionType } from './partition-facts.ts'
import type { PartitionSettings } from './partition-options.ts'

/** Decisions and rules in a longer text are probably part of something pasted. */
const maxStatementLength = 4000
/** Older edits count as finished. */
const hoursOfWork = 1

/** The blocks, with source and facts for every text. */
export function withPartitionFacts(
  messages: readonly Message[],
  blocks: readonly Measured[],
  { times }: Pick<PartitionSettings, 'times'>,
): readonly Measured[] {
  const origins = callOrigins(messages)
  const spoken = spokenSteps(messages)
  const finished = finishedUntil(messages)
  const copies = countsOf(blocks.flatMap(({ hash, type }) => (type === 'toolCall' ? [] : (hash ?? []))))
  const hoursOf = agesOf(times, blocks)
  const edited = new EditedFiles()
  const changes = lastChanges(origins)
  // From newest to oldest, so that the latest output of a file comes first, and edits before what they edited.
  const noted = blocks.toReversed().map(measured => {
    const block = messages[measured.message]?.blocks[measured.block]
    if (block === undefined || block.type === 'opaque') return measured
    const origin =
      block.type === 'toolCall' || block.type === 'toolResult' ? origins.get(block.callId) : undefined
    const hours = hoursOf(measured)
    if (block.type === 'toolCall' && hours <= hoursOfWork) edited.note(origin?.edits ?? [])
    if (block.type === 'toolCall') return measured
    const step = block.type === 'text' ? spoken.get(measured.message - 1) : undefined
    if (step !== undefined && hours <= hoursOfWork) edited.note(step.origin.edits)
    const type = step === undefined ? typeOf(block, origin) : typeOfAnswer(step.origin)
    const plain = sourceOfText(block, origin, step, spoken.get(measured.message))
    const change =
      type === 'file' && plain?.path !== undefined ? changes.get(nameWithFolder(plain.path)) : undefined
    const source = plain === undefined || change === undefined ? plain : { ...plain, changedIn: change }
    const signals = signalsOf(block, type)
    let keyLength: number | undefined
    const facts: PartitionFacts = {
      type,
      isPrinted: type !== 'conversation',
      importance: importanceOf(step === undefined ? measured.role : 'tool', signals, source),
      copies: copies.get(measured.hash ?? '') ?? 1,
      hours,
      ...(block.type === 'toolResult' && origin !== undefined ? { call: origin.message } : {}),
      isEdited: type === 'file' && edited.isLatest(source?.path),
      hasDecision: signals.includes('decision'),
      isFinished: measured.message < finished,
      get keyLength() {
        keyLength ??= lengthOfFacts(block.text, measured, type, source)
        return keyLength
      },
    }
    return withFacts(measured, { facts, ...(source === undefined ? {} : { source }) })
  })
  return noted.toReversed()
}

/** The type of an answer to a command in the agent's text. */
function typeOfAnswer({ showsFile, source }: CallOrigin): PartitionType {
  return showsFile && source.path !== undefined ? 'file' : 'command'
}

/** `answered`: the step that the text answers. `asked`: the step that the text asks for. */
function sourceOfText(
  block: Exclude<Block, { type: 'opaque' }>,
  origin: CallOrigin | undefined,
  answered: SpokenStep | undefined,
  asked: SpokenStep | undefined,
): TextSource | undefined {
  if (block.type === 'toolResult') return sourceOfResult(block, origin)
  if (asked !== undefined) return { command: asked.command }
  if (answered === undefined) return undefined
  const { origin: call, command, exitCode } = answered
  return { ...call.source, command, ...(exitCode === undefined ? {} : { exitCode }) }
}

function typeOf(block: Block, origin: CallOrigin | undefined): PartitionType {
  if (block.type !== 'toolResult') return 'conversation'
  if (origin?.showsFile === true && block.isError !== true) return 'file'
  return origin?.source.command === undefined ? 'result' : 'command'
}

type Signals = ReturnType<typeof weightySignalsIn>

function signalsOf(block: Exclude<Block, { type: 'opaque' }>, type: PartitionType): Signals {
  return type === 'conversation' && block.text.length <= maxStatementLength
    ? weightySignalsIn(block.text)
    : []
}

/** Words of people weigh more than tool output; decisions, rules and failures add weight. */
function importanceOf(role: Role, signals: Signals, source: Measured['source']): number {
  const base = { system: 4, developer: 4, user: 3, assistant: 2, tool: 1.5 }[role]
  const hasFailed = source?.isError === true || (source?.exitCode ?? 0) !== 0
  const bonus =
    (signals.includes('decision') ? 1.25 : 0) +
    (signals.includes('constraint') && role === 'user' ? 1.25 : 0) +
    (hasFailed ? 1 : 0)
  return Math.min(5, Math.max(1, base + bonus))
}

function lengthOfFacts(
  text: string,
  { role, kind }: Measured,
  type: PartitionType,
  source: TextSource | undefined,
): number {
  const input = { text, role, kind, ...(source === undefined ? {} : { source }) }
  return keyFacts(input, type).reduce((sum, fact) => sum + fact.length + separatorLength, 0)
}

/** A line break, or the mark of a gap between sentences. */
const separatorLength = 3

/** A message without a time has the time of the message before it; without any times, age counts in turns. */
function agesOf(
  times: PartitionSettings['times'],
  blocks: readonly Measured[],
): (measured: Measured) => number {
  const known = (times ?? []).filter(time => time !== undefined)
  const [first] = known
  const last = blocks.at(-1)?.message ?? 0
  // Without an agent, every message is a turn.
  const hasTurns = blocks.some(({ role }) => role === 'assistant')
  if (first === undefined)
    return hasTurns ? ({ age }) => age * hoursPerTurn : ({ message }) => (last - message) * hoursPerTurn
  const newest = known.reduce((latest, time) => Math.max(latest, time))
  let latest = first
  const filled = (times ?? []).map(time => {
    latest = time ?? latest
    return latest
  })
  return ({ message }) => (newest - (filled[message] ?? newest)) / 3_600_000
}

/** The last message that changed each file. */
function lastChanges(origins: ReadonlyMap<string, CallOrigin>): ReadonlyMap<string, number> {
  const changes = new Map<string, number>()
  for (const { edits, message } of origins.values())
    for (const path of edits ?? []) {
      const name = nameWithFolder(path)
      changes.set(name, Math.max(changes.get(name) ?? 0, message))
    }
  return changes
}

/** The files that are being edited, newest first; a path may be absolute or relative. */
class EditedFiles {
  readonly #edited = new Set<string>()
  readonly #shown = new Set<string>()

  note(paths: readonly string[]): void {
    for (const path of paths) this.#edited.add(nameWithFolder(path))
  }

  isLatest(path: string | undefined): boolean {
    const name = path === undefined ? '' : nameWithFolder(path)
    if (!this.#edited.has(name) || this.#shown.has(name)) return false
    this.#shown.add(name)
    return true
  }
}

/** The index of the first message of unfinished work. */
export function finishedUntil(messages: readonly Message[]): number {
  const turn = messages.findLastIndex(
    ({ role, blocks }, message) =>
      role === 'user' && blocks.some((_, block) => typedTexts(messages, { message, block }).length > 0),
  )
  let until = Math.max(0, turn)
  let done = 0
  for (const located of actionsIn(messages)) {
    const { action, message, answer } = located
    const end = (answer?.message ?? message) + 1
    if (action.type === 'todo') {
      const now = action.items.filter(({ state }) => state === 'done').length
      if (now > (action.isWhole ? done : 0)) until = Math.max(until, end)
      if (action.isWhole) done = now
    } else if (isCommit(located)) until = Math.max(until, end)
  }
  return until
}

function isCommit({ action, answer }: LocatedAction): boolean {
  if (action.type !== 'run' || action.outcome === 'failed' || !action.command.includes('commit')) return false
  return gitStatements(shellCommands(action.command), answer?.text ?? '', action.outcome === 'ok').some(
    ({ about, kind }) => about === 'last commit' || kind === 'committed',
  )
}
