/** The view of a strategy that keeps whole messages: which stay, and the text that replaces the others. */
import type { Ledger } from '../../ledger/ledger.ts'
import { readLedger } from '../../ledger/ledger-json.ts'
import { renderLedger } from '../../ledger/markdown/render-ledger.ts'
import { mergeLedgers } from '../../ledger/merge-ledgers.ts'
import { type LedgerSpan, ledgerOriginal } from '../../ledger/stored-ledger.ts'
import { indicesOf } from '../../measure/message-groups.ts'
import type { Draft } from '../../reduce/block-reducer.ts'
import type { Measured } from '../../reduce/plan.ts'
import { callsIn } from '../../scan/actions/actions-in.ts'
import { budgetTokens } from '../../settings/budget.ts'
import { ownSettings } from '../../settings/option-group.ts'
import { toText } from '../../tokens/bytes.ts'
import { handleOf } from '../../tokens/handle.ts'
import { hashText } from '../../tokens/hash.ts'
import type { Anchor, Note, ResumeState, StrategyName } from '../../types.ts'
import type { DigestSpan } from '../../view/digest-spans.ts'
import type { SummaryForm } from '../../view/earlier-view.ts'
import { ledgerKey } from '../../view/earlier-views.ts'
import { estimateError } from '../../view/fitting.ts'
import type { MustShow } from '../../view/gate/must-show.ts'
import { handleForReader } from '../../view/handle-for-reader.ts'
import {
  hasInstructions,
  shortInstructionsNote,
  withShortInstructions,
} from '../../view/instruction-texts.ts'
import type { Layout } from '../../view/layout.ts'
import { layoutPlan } from '../../view/layout.ts'
import { viewKey } from '../../view/provenance.ts'
import { anchorBefore, checkedState, stateFit } from '../../view/resume-state.ts'
import { type SessionLedger, sessionLedger } from '../../view/session-ledger.ts'
import { verifyReplacements, verifySpans, viewContext, withBudget } from '../../view/view-context.ts'
import type { Replacement, ViewOutcome } from '../../view/view-outcome.ts'
import type { Chooser, ChooserInput, OptionName, Strategy } from '../strategy.ts'
import { fitSpanTexts } from './fit-span-texts.ts'
import { proseByModel } from './prose-by-model.ts'
import { proseSettings } from './prose-settings.ts'
import { spanLayouts } from './span-layouts.ts'
import type { SpanStrategy } from './span-strategy.ts'
import { maxLineTokens } from './span-text.ts'

/** The descriptor of a strategy that keeps whole messages. */
export function spanStrategy(strategy: SpanStrategy): Strategy {
  const { name, summaryForm, reads = [], probeShare } = strategy
  return {
    name,
    reads: [...readBy(summaryForm), ...reads],
    summaryForm,
    readAhead: messages => void callsIn(messages),
    chooser: input => spanChooser(strategy, input),
    ...(probeShare === undefined ? {} : { probeShare }),
    ...(summaryForm === 'ledger' ? { withMustShow: showInLedger, byModel: proseByModel } : {}),
  }
}

/** All forms but the line continue from the state of the previous round. */
function readBy(summaryForm: SummaryForm): readonly OptionName[] {
  if (summaryForm === 'line') return ['handles']
  return summaryForm === 'ledger' ? ['handles', 'state', 'model.ledgerWriter'] : ['handles', 'state']
}

/** Shows them as lines below the ledger: a message kept in the middle would split what one ledger covers. */
function showInLedger(input: ChooserInput, { texts }: MustShow): ChooserInput {
  return { ...input, settings: { ...input.settings, mustShow: texts } }
}

function spanChooser(strategy: SpanStrategy, { conversation, lookup, settings }: ChooserInput): Chooser {
  const { blocks, messages, counters } = conversation
  const { counter } = counters
  const context = viewContext(conversation, lookup, settings)
  const isFresh = strategy.summaryForm === 'summary'
  const stated = checkedState(settings.state)
  const fit = stated === undefined ? undefined : stateFit(stated, conversation)
  const session = sessionLedger(conversation, {
    views: lookup.earlier ?? [],
    isFresh,
    state:
      stated !== undefined && fit?.fits === 'history' && !isFresh
        ? { ledger: stated.ledger, seen: fit.seen }
        : undefined,
  })
  const stateNotes: readonly Note[] = fit?.fits === 'no' ? [fit.note] : []
  const layouts = spanLayouts(strategy, context, session)
  const prose =
    strategy.summaryForm === 'ledger' ? readLedger(ownSettings(proseSettings, settings).prose) : undefined
  let placed: PlacedLedger | undefined

  const untouched = (): ViewOutcome => withNotes(verifyReplacements([], context), undefined)

  const choose = (): ViewOutcome => {
    if (settings.budget !== undefined) return withinBudget(budgetTokens(settings.budget, conversation.tokens))
    if (messages.length <= strategy.leavesAlone) return untouched()
    const layout = layouts.byNumber()
    return isCovered(layout) ? untouched() : outcomeOf(layout, ledgerOf(layout))
  }

  const withinBudget = (budget: number): ViewOutcome => {
    if (conversation.tokens * (1 - estimateError) <= budget) {
      const whole = untouched()
      if (whole.tokens <= budget) return { ...whole, budget: { tokens: budget, met: true } }
    }
    if (
      layouts.bareTokens(layouts.minimal) >= budget &&
      settings.instructions === 'fit' &&
      hasInstructions(conversation)
    ) {
      const short = spanChooser(strategy, {
        conversation: withShortInstructions(conversation, budget),
        lookup,
        settings,
      }).choose()
      return { ...short, notes: [...short.notes, shortInstructionsNote(conversation, budget)] }
    }
    if (layouts.bareTokens(layouts.minimal) >= budget)
      return outcomeOf(layouts.minimal, ledgerOf(layouts.minimal), budget)
    let read: ReadLedger | undefined
    const layout = layouts.within(budget, soFar => {
      read = ledgerOf(soFar)
      return read === undefined || strategy.summaryForm === 'state-line' ? 0 : summaryTokens(read.ledger)
    })
    return outcomeOf(layout, read, budget)
  }

  const summaryTokens = (ledger: Ledger): number =>
    counter.count(renderLedger(ledger, { caps: {} }).text) + maxLineTokens(counter)

  /** The ledger of everything before the end of the last removed span. */
  const ledgerOf = ({ spans }: Layout): ReadLedger | undefined => {
    const last = spans.at(-1)
    if (strategy.summaryForm === 'line' || last === undefined) return undefined
    const ledger = session.before(last.last + 1)
    return { ledger: prose === undefined ? ledger : mergeLedgers(ledger, prose), cut: last.last + 1 }
  }

  /** Whether a message of an earlier round covers all that would be removed. */
  const isCovered = ({ spans }: Layout): boolean =>
    strategy.summaryForm !== 'line' &&
    session.coveredUntil > 0 &&
    spans.every(span =>
      indicesOf(span).every(index => session.isView(index) || session.turnOf(index) < session.coveredUntil),
    )

  const outcomeOf = (layout: Layout, read: ReadLedger | undefined, budget?: number): ViewOutcome => {
    const spans = context.spansOf(layout.spans)
    const stored = read === undefined ? undefined : ledgerOriginal(read.ledger, storedSpans(spans, session))
    const { texts, ledgerSpan } = fitSpanTexts(spans, [...layout.kept.keys()], {
      context,
      summaryForm: strategy.summaryForm,
      session,
      ledger: read?.ledger,
      ledgerHandle:
        settings.handles === 'named' && stored !== undefined
          ? handleForReader(handleOf(stored.hash), settings)
          : undefined,
      budget,
    })
    const isAhead = read !== undefined && session.turnOf(read.cut) < session.parsedUntil
    placed = read &&
      stored && {
        ...read,
        strategy: strategy.name,
        ledgerSpan,
        stored: toText(stored.bytes),
        anchor: isAhead ? stated?.state.anchor : undefined,
      }
    const plan = layoutPlan(layout, blocks, strategy.name)
    const outcome = withNotes(verifySpans(texts, context, plan), placed)
    return budget === undefined ? outcome : withBudget(outcome, budget, layout.kept, context)
  }

  const revise = (drafts: readonly Draft[]): ViewOutcome => {
    const replacements = (drafts as readonly Replacement[]).map(draft => {
      const { lead = '', instructions = [], original } = draft
      const after = draft.after.startsWith(lead) ? draft.after : lead + draft.after
      const instructionTokens =
        lead === '' ? instructions.reduce((sum, { text }) => sum + counter.count(text), 0) : 0
      const tokensAfter = counter.count(after) + instructionTokens + conversation.format.framing.message
      return { ...draft, after, tokensAfter, viewHash: viewKey(after, original.message) }
    })
    return withNotes(verifyReplacements(replacements, context), placed)
  }

  const withNotes = (outcome: ViewOutcome, placed: PlacedLedger | undefined): ViewOutcome => {
    const notes = [...outcome.notes, ...stateNotes, ...session.notesBefore(placed?.cut ?? 0)]
    if (placed !== undefined && outcome.drafts.length > 0)
      return withNextState({ ...outcome, notes }, placed, blocks)
    const isSame = stated !== undefined && fit?.fits !== 'no' && strategy.summaryForm !== 'line'
    return { ...outcome, notes, ...(isSame ? { state: stated.state } : {}) }
  }

  return { choose, revise }
}

/** Earlier spans first: if a number matches two of them, the earlier one is right. */
function storedSpans(spans: readonly DigestSpan[], session: SessionLedger): readonly LedgerSpan[] {
  return [...session.spans, ...spans.flatMap(span => placeOf(span, session))]
}

/** Counts back from the first message after earlier views; empty where its position is unknown. */
function placeOf(
  { first, last, source, original }: DigestSpan,
  session: SessionLedger,
): readonly LedgerSpan[] {
  let from = first
  for (let index = first; index <= last; index += 1) if (session.isView(index)) from = index + 1
  const isSure = from === first || (from <= last && session.spans.length > 0)
  if (!isSure) return []
  const place = session.turnOf(from) - (from - first)
  return [{ first: place, messages: source.messages, handle: original.handle }]
}

/** A ledger, and the messages that it covers. */
interface ReadLedger {
  readonly ledger: Ledger
  /** It covers all messages before this one. */
  readonly cut: number
}

interface PlacedLedger extends ReadLedger {
  readonly strategy: StrategyName
  /** The messages that it replaces. */
  readonly ledgerSpan: DigestSpan | undefined
  /** The text that is stored. */
  readonly stored: string
  /** Where the ledger ends, if it covers more than the removed messages. */
  readonly anchor?: Anchor | undefined
}

/** Adds what the next round continues from: the state, and the ledger beside the originals. */
function withNextState(outcome: ViewOutcome, placed: PlacedLedger, blocks: readonly Measured[]): ViewOutcome {
  const { strategy, ledger, cut, ledgerSpan, stored } = placed
  const draft = outcome.drafts.find(({ measured }) => measured.message === ledgerSpan?.first)
  const summary = draft?.after.slice(draft.lead?.length ?? 0)
  const anchor = placed.anchor ?? anchorBefore(cut, blocks)
  const view = summary === undefined ? {} : { view: hashText(summary) }
  const next: ResumeState | undefined =
    anchor === undefined ? undefined : { version: 1, strategy, anchor, ledger, ...view }
  const known = next === undefined ? outcome : { ...outcome, state: next }
  if (summary === undefined) return known
  const ledgerEntry = { viewHash: ledgerKey(summary), text: stored }
  return { ...known, extraTexts: [...(outcome.extraTexts ?? []), ledgerEntry] }
}
