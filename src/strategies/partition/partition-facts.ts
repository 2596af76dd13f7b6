/** What the partition needs to know of each block: its type, weight, copies and age, and what is being worked on. */

import { withFacts } from '../../measure/measure.ts'
import { type CallOrigin, callOrigins, sourceOfResult } from '../../measure/text-sources.ts'
import type { PartitionSettings } from '../../options.ts'
import { keyFacts } from '../../reduce/partition/key-facts.ts'
import type { Measured, PartitionFacts, PartitionType } from '../../reduce/plan.ts'
import type { TextSource } from '../../reduce/reducer.ts'
import { nameWithFolder } from '../../scan/name-with-folder.ts'
import { weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import type { Block, Message, ReducerName } from '../../types.ts'
import { hoursPerTurn } from './compressibility.ts'

/** What binds or decides in a longer text is a part of what was pasted. */
const maxStatementLength = 4000
/** Edits so long ago are done with. */
const hoursOfWork = 1

/** The blocks, with source and facts on every text. */
export function withPartitionFacts(
  messages: readonly Message[],
  blocks: readonly Measured[],
  { times }: Pick<PartitionSettings, 'times'>,
): readonly Measured[] {
  const origins = callOrigins(messages)
  const copies = copiesOf(blocks)
  const hoursOf = agesOf(times)
  const edited = new EditedFiles()
  // From the newest back, so that the latest showing of a file is met first, and edits before what they edited.
  const noted = blocks.toReversed().map(measured => {
    const block = messages[measured.message]?.blocks[measured.block]
    if (block === undefined || block.type === 'opaque') return measured
    const origin =
      block.type === 'toolCall' || block.type === 'toolResult' ? origins.get(block.callId) : undefined
    const hours = hoursOf(measured)
    if (block.type === 'toolCall' && hours <= hoursOfWork) edited.note(origin?.edits ?? [])
    if (block.type === 'toolCall') return measured
    const source = block.type === 'toolResult' ? sourceOfResult(block, origin) : undefined
    const type = typeOf(block, origin)
    const signals = signalsOf(block, type)
    let keyLength: number | undefined
    const facts: PartitionFacts = {
      type,
      importance: importanceOf(measured, signals, source),
      copies: copies.get(measured.hash ?? '') ?? 1,
      hours,
      ...(block.type === 'toolResult' && origin !== undefined ? { call: origin.message } : {}),
      isEdited: type === 'file' && edited.isLatest(source?.path),
      hasDecision: signals.includes('decision'),
      get keyLength() {
        keyLength ??= lengthOfFacts(block.text, measured, type, source)
        return keyLength
      },
    }
    return withFacts(measured, { partition: facts, ...(source === undefined ? {} : { source }) })
  })
  return noted.toReversed()
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

/** What people say weighs more than what tools print; what decides, binds or fails weighs more again. */
function importanceOf({ role }: Measured, signals: Signals, source: Measured['source']): number {
  const base = { system: 4, developer: 4, user: 3, assistant: 2, tool: 1.5 }[role]
  const hasFailed = source?.isError === true || (source?.exitCode ?? 0) !== 0
  const bonus =
    (signals.includes('decision') ? 1.25 : 0) +
    (signals.includes('constraint') && role === 'user' ? 1.25 : 0) +
    (hasFailed ? 1 : 0)
  return Math.min(5, Math.max(1, base + bonus))
}

const reducers: Readonly<Record<PartitionType, ReducerName>> = {
  file: 'file-pointer',
  conversation: 'conversation-summary',
  command: 'command-excerpt',
  result: 'result-reference',
}

function lengthOfFacts(
  text: string,
  { role, kind }: Measured,
  type: PartitionType,
  source: TextSource | undefined,
): number {
  const input = { text, role, kind, ...(source === undefined ? {} : { source }) }
  return keyFacts(input, reducers[type]).reduce((sum, fact) => sum + fact.length + separatorLength, 0)
}

/** A line break, or the sign of a gap between sentences. */
const separatorLength = 3

function copiesOf(blocks: readonly Measured[]): ReadonlyMap<string, number> {
  const copies = new Map<string, number>()
  for (const { hash, type } of blocks)
    if (hash !== undefined && type !== 'toolCall') copies.set(hash, (copies.get(hash) ?? 0) + 1)
  return copies
}

function agesOf(times: PartitionSettings['times']): (measured: Measured) => number {
  const newest = (times ?? []).reduce<number>((latest, time) => Math.max(latest, time ?? latest), -Infinity)
  return ({ message, age }) => {
    const time = times?.[message]
    return time === undefined ? age * hoursPerTurn : (newest - time) / 3_600_000
  }
}

/** Which files are being edited, newest first; a path may be written from the root or from where the agent works. */
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
