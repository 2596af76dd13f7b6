/** A conversation in which earlier views gave way to what they were made from, and where each message came from. */
import type { Receipt } from '../receipt.ts'
import type { Settings } from '../settings/settings.ts'

export interface ExpandedInput {
  readonly messages: readonly unknown[]
  /** For each message, the index of the given message. */
  readonly givenAt: readonly number[]
}

/** `parts[i]`: the messages in the place of the given message `i`; absent where it stays. */
export function expandedInput(
  given: readonly unknown[],
  parts: ReadonlyMap<number, readonly unknown[]>,
): ExpandedInput {
  const lists = given.map((message, index) => parts.get(index) ?? [message])
  return {
    messages: lists.flat(),
    givenAt: lists.flatMap((list, index) => list.map(() => index)),
  }
}

/** What settings say of messages by their index, said of the expanded ones. */
export function settingsFor({ givenAt }: ExpandedInput, settings: Settings): Settings {
  const pins = settings.pins.flatMap((pin): (number | string)[] =>
    typeof pin === 'number' ? givenAt.flatMap((given, index) => (given === pin ? [index] : [])) : [pin],
  )
  return { ...settings, pins }
}

/** A receipt that speaks of the messages that were given. */
export function receiptFor(
  { givenAt }: ExpandedInput,
  receipt: Receipt,
  before: Receipt['tokens']['before'],
): Receipt {
  const at = (index: number): number => givenAt[index] ?? index
  const { tokens, joined, decisions, gate } = receipt
  return {
    ...receipt,
    tokens: { ...tokens, before },
    keptRatio: before.tokens === 0 ? 1 : tokens.after.tokens / before.tokens,
    changes: receipt.changes.map(({ merged, ...change }) => ({
      ...change,
      message: at(change.message),
      ...(merged === undefined
        ? {}
        : { merged: [...new Set(merged.map(at))].filter(index => index !== at(change.message)) }),
    })),
    ...(joined === undefined
      ? {}
      : { joined: joined.map(({ first, last }) => ({ first: at(first), last: at(last) })) }),
    ...(decisions === undefined
      ? {}
      : { decisions: decisions.map(decision => ({ ...decision, message: at(decision.message) })) }),
    ...(gate === undefined
      ? {}
      : {
          gate: { ...gate, misses: gate.misses.map(miss => ({ ...miss, message: at(miss.message) })) },
        }),
  }
}
