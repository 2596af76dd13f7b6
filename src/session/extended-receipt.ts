/** The receipt of a step whose request was sent once more, with messages behind it. */
import { formatNamed } from '../formats/index.ts'
import { costOf } from './economics.ts'
import type { SessionSettings } from './session-settings.ts'
import type { CountedStep } from './session-types.ts'
import { rounded } from './step-receipt.ts'
import type { TokenBook } from './token-book.ts'

export interface ExtensionContext {
  readonly book: TokenBook
  readonly factor: number
  readonly settings: SessionSettings
}

/** The very receipt where it is none of a counted request. */
export function extendedReceipt<Receipt extends CountedStep>(
  receipt: Receipt,
  messages: readonly unknown[],
  { book, factor, settings: { maxTokens, prices } }: ExtensionContext,
): Receipt {
  const { tokens, cost, format } = receipt
  if (tokens.room === undefined || format === undefined) return receipt
  const before = maxTokens - tokens.room
  const reader = formatNamed(format)
  const added = book.tokensOf(reader.read(messages), reader) * factor
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
