/** The receipt of one step. */
import { formatNamed } from '../formats/index.ts'
import type { FormatName, Note } from '../types.ts'
import { type Bill, costOf } from './economics.ts'
import type { MessageCounts } from './message-counts.ts'
import type { SessionHistory } from './session-history.ts'
import type { SessionSettings } from './session-settings.ts'
import type { CountedStep, Prices, StepReceipt, Usage } from './session-types.ts'
import type { ViewChoice } from './view-choice.ts'
import type { WriterUse } from './writer-use.ts'

interface StepFacts {
  readonly session: string
  readonly step: number
  readonly epoch: number
  readonly action: StepReceipt['action']
  readonly reason: string
  /** Cached tokens that were given up. */
  readonly broken: number
  readonly history: SessionHistory
  readonly choice: ViewChoice
  readonly given: { readonly tokens: number; readonly cost: number }
  /** All steps, this one included. */
  readonly total: Bill
  readonly prices: Prices
  /** Maximum tokens of a request. */
  readonly maxTokens: number
  readonly usage: Usage | undefined
  /** Usage of the note writer: since the previous step, and in total. */
  readonly writer?: { readonly now: WriterUse | undefined; readonly total: WriterUse }
  readonly notes: readonly Note[]
}

export function receiptOfStep(facts: StepFacts): StepReceipt {
  const { session, step, epoch, action, reason, history, choice, given, total, prices, usage } = facts
  const { chosen, receipt, isNew } = choice
  const { perMillion } = prices
  const saved = given.cost - chosen.cost
  const savedInAll = total.given - total.sent
  return {
    version: 2,
    session,
    step,
    epoch,
    format: history.format.name,
    action,
    reason,
    messages: {
      given: history.given.length,
      sent: chosen.view.messages.length,
      fresh: history.messages.length - chosen.sentLength,
    },
    tokens: {
      given: Math.round(given.tokens),
      sent: Math.round(chosen.tokens),
      saved: Math.round(given.tokens) - Math.round(chosen.tokens),
      cached: Math.round(chosen.cached),
      broken: Math.round(facts.broken),
      room: facts.maxTokens - Math.round(chosen.tokens),
    },
    cost: {
      given: rounded(given.cost),
      sent: rounded(chosen.cost),
      saved: rounded(saved),
      total: { given: rounded(total.given), sent: rounded(total.sent), saved: rounded(savedInAll) },
      ...(perMillion === undefined
        ? {}
        : { money: { saved: (saved * perMillion) / 1e6, total: (savedInAll * perMillion) / 1e6 } }),
    },
    ...(facts.writer === undefined
      ? {}
      : { writer: { ...(facts.writer.now ?? notAsked), total: facts.writer.total } }),
    shortened: history.shortened,
    ...(isNew && receipt !== undefined ? { receipt } : {}),
    ...(usage === undefined ? {} : { usage }),
    notes: facts.notes,
  }
}

const notAsked: WriterUse = { calls: 0, input: 0, output: 0 }

/** The receipt of a request that was sent unchanged because it could not be read: it is not counted. */
export function receiptUntouched(
  session: string,
  before: StepReceipt | undefined,
  format: FormatName | undefined,
  note: Note,
): StepReceipt {
  return {
    version: 2,
    session,
    step: before?.step ?? 0,
    epoch: before?.epoch ?? 0,
    ...(format === undefined ? {} : { format }),
    action: 'untouched',
    reason: note.message,
    messages: { given: 0, sent: 0, fresh: 0 },
    tokens: { given: 0, sent: 0, saved: 0, cached: 0, broken: 0 },
    cost: { given: 0, sent: 0, saved: 0, total: before?.cost.total ?? { given: 0, sent: 0, saved: 0 } },
    shortened: [],
    notes: [note],
  }
}

function rounded(cost: number): number {
  return Math.round(cost * 100) / 100
}

interface ExtensionContext {
  readonly counts: MessageCounts
  readonly factor: number
  readonly settings: SessionSettings
}

/** The receipt of a step whose request was sent again with appended messages. Unchanged if the request was not counted. */
export function extendedReceipt<Receipt extends CountedStep>(
  receipt: Receipt,
  messages: readonly unknown[],
  { counts, factor, settings: { maxTokens, prices } }: ExtensionContext,
): Receipt {
  const { tokens, cost, format } = receipt
  if (tokens.room === undefined || format === undefined) return receipt
  const before = maxTokens - tokens.room
  const reader = formatNamed(format)
  const added = counts.tokensOf(reader.read(messages), reader) * factor
  const whole = before + added
  const paid = costOf(prices, whole, before)
  const { perMillion = 0 } = prices
  const moreMoney = (paid * perMillion) / 1e6
  return {
    ...receipt,
    tokens: {
      ...tokens,
      sent: tokens.sent + Math.round(whole),
      saved: tokens.saved - Math.round(whole),
      cached: tokens.cached + Math.round(before),
      room: tokens.room - Math.round(added),
    },
    cost: {
      ...cost,
      sent: rounded(cost.sent + paid),
      saved: rounded(cost.saved - paid),
      total: {
        ...cost.total,
        sent: rounded(cost.total.sent + paid),
        saved: rounded(cost.total.saved - paid),
      },
      ...(cost.money === undefined
        ? {}
        : { money: { saved: cost.money.saved - moreMoney, total: cost.money.total - moreMoney } }),
    },
  }
}
