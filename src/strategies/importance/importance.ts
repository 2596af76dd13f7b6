/** Keeps the most important messages in their original order, with a line in every gap. */
import type { MessageGroup } from '../../measure/message-groups.ts'
import { nearDuplicates } from '../../measure/relations/near-duplicates.ts'
import { isFiller } from '../../reduce/is-filler.ts'
import { exitCodeIn } from '../../scan/actions/outcome-of.ts'
import { entities } from '../../scan/entities.ts'
import { sessionSignalsIn } from '../../scan/signals/session-signals.ts'
import { weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import type { Block, Message } from '../../types.ts'
import { ownWords } from '../../view/span-parts.ts'
import type { SpanStrategy } from '../spans/span-strategy.ts'

export const importance: SpanStrategy = {
  name: 'importance',
  summaryForm: 'line',
  keeps: 10,
  leavesAlone: 0,
  tailShare: 1,
  rank: (groups, messages) => byScore(groups, importanceSignals(messages.map(ownWords)).map(importanceScore)),
  isUnbroken: false,
  reason: 'important',
}

/** Ranks groups by their most important message; among equals the newest comes first. */
export function byScore(groups: readonly MessageGroup[], scores: readonly number[]): readonly MessageGroup[] {
  return groups
    .map(group => ({ group, worth: Math.max(...scores.slice(group.first, group.last + 1)) }))
    .sort((one, other) => other.worth - one.worth || other.group.first - one.group.first)
    .map(({ group }) => group)
}

/** Decisions and rules in a longer text are probably part of something pasted. Paths are read only from this much of a text. */
const maxStatementLength = 4000
const maxAcknowledgementLength = 60
/** Shorter texts may be alike by chance. */
const minNearLength = 200

/** Signals of how important each message is. */
export function importanceSignals(messages: readonly Message[]): readonly ImportanceSignals[] {
  const texts = messages.map(({ blocks }) => blocks.flatMap(block => spoken(block)).join('\n'))
  const repeated = repeatedTexts(texts)
  return messages.map(({ role, blocks }, index) => {
    const text = texts[index] as string
    const said = role === 'tool' || text.length > maxStatementLength ? '' : text
    const weighty = weightySignalsIn(said)
    const course = sessionSignalsIn(said)
    return {
      paths: pathsIn(blocks),
      hasDecision: weighty.includes('decision'),
      hasError: course.includes('report') || course.includes('blocker') || blocks.some(hasFailed),
      hasRule: role === 'user' && weighty.includes('constraint'),
      isAcknowledgement: said !== '' && said.length <= maxAcknowledgementLength && isFiller(said),
      isRepeated: repeated.has(index),
    }
  })
}

function spoken(block: Block): readonly string[] {
  return block.type === 'text' || block.type === 'toolResult' ? [block.text] : []
}

function hasFailed(block: Block): boolean {
  return block.type === 'toolResult' && (block.isError === true || (exitCodeIn(block.text) ?? 0) !== 0)
}

function pathsIn(blocks: readonly Block[]): number {
  const paths = new Set<string>()
  for (const block of blocks)
    if (block.type !== 'opaque')
      for (const { kind, text } of entities(block.text.slice(0, maxStatementLength)))
        if (kind === 'path' || kind === 'file') paths.add(text)
  return paths.size
}

/** Messages that a later text repeats, exactly or nearly. */
function repeatedTexts(texts: readonly string[]): ReadonlySet<number> {
  const repeated = new Set<number>()
  const later = new Set<string>()
  for (let index = texts.length - 1; index >= 0; index -= 1) {
    const text = texts[index] as string
    if (text !== '' && later.has(text)) repeated.add(index)
    later.add(text)
  }
  const near = texts.map((text, index) =>
    text.length < minNearLength || repeated.has(index) ? undefined : text,
  )
  for (const { index } of nearDuplicates(near)) repeated.add(index)
  return repeated
}

/** Signals of how important a message is. */
interface ImportanceSignals {
  /** How many files it names. */
  readonly paths: number
  readonly hasDecision: boolean
  /** Something failed, or blocks the work. */
  readonly hasError: boolean
  /** A rule of the user for the agent. */
  readonly hasRule: boolean
  /** Says yes or thanks, and nothing else. */
  readonly isAcknowledgement: boolean
  /** The same was said again later. */
  readonly isRepeated: boolean
}

/** More files than this do not raise the score. */
const maxPaths = 4

/** Depends on other messages only through repetition, so that a second round keeps the same messages. */
export function importanceScore(signals: ImportanceSignals): number {
  const { paths, hasDecision, hasError, hasRule, isAcknowledgement, isRepeated } = signals
  const raised =
    0.5 * Math.min(paths, maxPaths) + (hasDecision ? 3 : 0) + (hasError ? 2.5 : 0) + (hasRule ? 3 : 0)
  const lowered = (isAcknowledgement ? 3 : 0) + (isRepeated ? 2 : 0)
  return 1 + raised - lowered
}
