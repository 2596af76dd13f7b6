/** After compressing: questions about what was removed, put to the view; a critical miss raises what could answer it. */
import { holds } from '../../measure/probes/atoms.ts'
import { rarityOf } from '../../measure/probes/informative-terms.ts'
import type { Probe } from '../../measure/probes/probe.ts'
import { probesOf } from '../../measure/probes/probes.ts'
import type { GateReport } from '../../receipt.ts'
import type { Measured } from '../../reduce/plan.ts'
import { blockText } from '../../scan/spoken-text.ts'
import type { Block, GateMode, Message, Note } from '../../types.ts'
import { type Conversation, textAt } from '../conversation.ts'
import type { ViewOutcome } from '../view-outcome.ts'
import { answerTokens, type CarrierOf, carrierFinder, type MustShow, mustShowFor } from './must-show.ts'

interface QualityGate {
  /** `again` chooses once more under a demand; `untouched` is the request as it came. */
  readonly pass: (chosen: ViewOutcome, again: Choose, untouched: () => ViewOutcome) => ViewOutcome
  /** A view whose texts were written by a model since is kept only if it answers as much. */
  readonly recheck: (chosen: ViewOutcome, revised: ViewOutcome) => ViewOutcome
}

type Choose = (demand: MustShow) => ViewOutcome

interface GateAim {
  readonly mode: Exclude<GateMode, 'off'>
  /** Share of all questions to answer, in addition to every critical one. */
  readonly share: number
}

/** Questions are made once, whatever is tried. */
export function qualityGate(
  conversation: Conversation,
  { mode, share }: GateAim,
  isStable: (outcome: ViewOutcome) => boolean,
): QualityGate {
  let made: readonly Probe[] | undefined
  const probes = (): readonly Probe[] => {
    made ??= askable(conversation)
    return made
  }
  const judge = (outcome: ViewOutcome): Judged => judged(outcome, conversation, probes(), share)
  return {
    pass: (chosen, again, untouched) => {
      const first = judge(chosen)
      const best = raised(chosen, first, conversation, again, judge, isStable)
      const isMissing = best.critical.length > 0
      if (isMissing && mode === 'strict') return keptWhole(best, untouched())
      const outcome = isMissing ? 'missed' : best === first ? 'passed' : 'raised'
      const gate = reportOf(best, outcome, first.critical.length)
      const { notes } = best.outcome
      return { ...best.outcome, gate, notes: gate.score < share ? [...notes, shareNote(gate, share)] : notes }
    },
    recheck: (chosen, revised) => {
      if (revised.drafts.length === 0 || chosen.gate === undefined) return revised
      const after = judge(revised)
      const before = chosen.gate.critical - chosen.gate.criticalVisible
      if (after.critical.length > before)
        return {
          ...chosen,
          notes: [
            ...revised.notes,
            {
              code: 'gate-model',
              message:
                'The summaries of the model lost what must be shown; the view is as it was without them.',
            },
          ],
        }
      return { ...revised, gate: reportOf(after, chosen.gate.outcome, chosen.gate.missedBefore) }
    },
  }
}

/** A view, and what it could not answer. */
interface Judged {
  readonly outcome: ViewOutcome
  readonly probes: readonly Probe[]
  readonly misses: readonly Probe[]
  readonly critical: readonly Probe[]
  /** How many answers are missing still: every critical one, and of the others as many as the share asks for. */
  readonly lacking: number
}

const maxTries = 5

/** The best of what was tried: least is lacking, within the budget if the first was, and nothing that a second round would take back. */
function raised(
  chosen: ViewOutcome,
  first: Judged,
  conversation: Conversation,
  again: Choose,
  judge: (outcome: ViewOutcome) => Judged,
  isStable: (outcome: ViewOutcome) => boolean,
): Judged {
  // Where the budget is not met, there is nothing to show more with.
  if (first.lacking === 0 || chosen.budget?.met === false) return first
  const carrier = carrierFinder(chosen, conversation)
  let wanted = byUrgency(first.misses, carrier)
  let best = first
  let count = first.lacking
  for (let tries = 0; tries < maxTries && count > 0; tries += 1) {
    const demand: MustShow = mustShowFor(wanted.slice(0, count), carrier)
    if (demand.texts.size === 0) break
    const outcome = again(demand)
    const next = outcome.budget?.met === false ? undefined : judge(outcome)
    const isUsed = next !== undefined && isBetter(next, best) && isStable(outcome)
    if (isUsed) best = next
    if (best.lacking === 0) break
    if (isUsed) {
      const asked = wanted.slice(0, count)
      wanted = [...asked, ...byUrgency(best.misses, carrier).filter(probe => !asked.includes(probe))]
      if (wanted.length === asked.length) break
      count = Math.min(wanted.length, count + best.lacking)
    }
    // What is shown for one question may crowd out the answer to another.
    else count >>= 1
  }
  return best
}

/** No critical answer is given up for others. */
function isBetter(one: Judged, other: Judged): boolean {
  if (one.critical.length !== other.critical.length) return one.critical.length < other.critical.length
  return one.lacking < other.lacking
}

/** What is critical comes first, of that what was asked for, then what is latest; of the others what takes least. */
function byUrgency(misses: readonly Probe[], carrier: CarrierOf): readonly Probe[] {
  const rank = ({ type, message }: Probe): number => (type === 'intent' ? Number.MAX_SAFE_INTEGER : message)
  const [critical, others] = [misses.filter(probe => probe.critical), misses.filter(probe => !probe.critical)]
  const costs = new Map(others.map(probe => [probe, answerTokens(probe, carrier)]))
  const costOf = (probe: Probe): number => costs.get(probe) ?? 0
  return [
    ...critical.sort((one, other) => rank(other) - rank(one)),
    ...others.sort((one, other) =>
      costOf(one) === costOf(other) ? rank(other) - rank(one) : costOf(one) - costOf(other),
    ),
  ]
}

/** Messages that hold a credential are not asked about: a receipt would repeat it. `maxProbes`: of each type. */
export function askable({ messages, blocks }: Conversation, maxProbes?: number): readonly Probe[] {
  const secret = new Set(blocks.flatMap(block => (block.secret ? [block.message] : [])))
  const rarity = rarityOf(messages.map(spokenPart))
  return probesOf(messages, rarity, maxProbes).filter(
    ({ message }) => !secret.has(message) && !secret.has(message + 1),
  )
}

/** What tools printed is most of a session and says little of which words people choose. */
function spokenPart(message: Message): Message {
  const blocks = message.blocks.filter(({ type }) => type === 'text')
  return blocks.length === message.blocks.length ? message : { ...message, blocks }
}

/** `share`: how many of them should be answered. */
export function judged(
  outcome: ViewOutcome,
  conversation: Conversation,
  probes: readonly Probe[],
  share = 0,
): Judged {
  const replaced = new Set<Measured>(outcome.drafts.flatMap(({ members }) => members))
  const removed = new Set(Array.from(replaced, ({ message }) => message))
  const asked = probes.filter(({ message }) => removed.has(message))
  if (asked.length === 0) return { outcome, probes: asked, misses: [], critical: [], lacking: 0 }
  const shown = viewText(outcome, conversation, replaced)
  const misses = asked.filter(({ keywords }) => !keywords.every(word => holds(shown, word)))
  const critical = misses.filter(probe => probe.critical)
  const short = Math.ceil(share * asked.length) - (asked.length - misses.length)
  return { outcome, probes: asked, misses, critical, lacking: Math.max(critical.length, short) }
}

function viewText(
  { drafts }: ViewOutcome,
  { blocks, messages }: Conversation,
  replaced: ReadonlySet<Measured>,
): string {
  const parts = drafts.flatMap(({ after, lead = '', instructions = [] }) =>
    lead === '' ? [...instructions.map(({ text }) => text), after] : [after],
  )
  for (const block of blocks) {
    if (replaced.has(block) || block.type === 'opaque') continue
    parts.push(
      block.type === 'toolCall'
        ? blockText(messages[block.message]?.blocks[block.block] as Block)
        : textAt(messages, block),
    )
  }
  return parts.join('\n').toLowerCase()
}

const maxMisses = 20

function reportOf(
  { probes, misses, critical }: Judged,
  outcome: GateReport['outcome'],
  missedBefore: number,
): GateReport {
  const asked = probes.filter(probe => probe.critical).length
  return {
    outcome,
    probes: probes.length,
    visible: probes.length - misses.length,
    score: probes.length === 0 ? 1 : (probes.length - misses.length) / probes.length,
    critical: asked,
    criticalVisible: asked - critical.length,
    missedBefore,
    misses: [...critical, ...misses.filter(probe => !probe.critical)].slice(0, maxMisses),
  }
}

function keptWhole(missing: Judged, whole: ViewOutcome): ViewOutcome {
  const { budget } = missing.outcome
  const isMet = budget !== undefined && whole.tokens <= budget.tokens
  const floor = { tokens: whole.tokens, parts: { 'kept by the gate': whole.tokens } }
  const count = missing.critical.length
  const why = `${count} critical ${count === 1 ? 'question' : 'questions'} could not be answered from the view, so that the request stays as it was.`
  return {
    ...whole,
    ...(budget === undefined
      ? {}
      : {
          budget: isMet ? { tokens: budget.tokens, met: true } : { tokens: budget.tokens, met: false, floor },
        }),
    notes: [...whole.notes, { code: 'gate-kept', message: why }],
    gate: reportOf(missing, 'kept', count),
  }
}

function shareNote({ visible, probes, score }: GateReport, share: number): Note {
  const percent = (part: number): string => `${Math.floor(100 * part)} %`
  return {
    code: 'probes-below-aim',
    message: `The view answers ${visible} of ${probes} questions about what it leaves out (${percent(score)}, the aim is ${percent(share)}); expand and search have the rest.`,
  }
}
