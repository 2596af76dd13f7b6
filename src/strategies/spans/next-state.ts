/** A view with what the next round can go on from: the state, and the ledger beside the originals. */
import type { Ledger } from '../../ledger/ledger.ts'
import type { Measured } from '../../reduce/plan.ts'
import { hashText } from '../../tokens/hash.ts'
import type { Anchor, ResumeState, StrategyName } from '../../types.ts'
import type { DigestSpan } from '../../view/digests.ts'
import { ledgerKey } from '../../view/earlier-views.ts'
import type { Outcome } from '../../view/outcome.ts'
import { anchorBefore } from '../../view/resume-state.ts'

export interface ReadLedger {
  readonly ledger: Ledger
  /** All before this message is in it. */
  readonly cut: number
}

export interface PlacedLedger extends ReadLedger {
  readonly strategy: StrategyName
  /** The messages that it replaces. */
  readonly ledgerSpan: DigestSpan | undefined
  /** As it is stored. */
  readonly stored: string
  /** How far it reaches, where that is further than what goes. */
  readonly anchor?: Anchor | undefined
}

export function withNextState(outcome: Outcome, placed: PlacedLedger, blocks: readonly Measured[]): Outcome {
  const { strategy, ledger, cut, ledgerSpan, stored } = placed
  const draft = outcome.drafts.find(({ measured }) => measured.message === ledgerSpan?.first)
  const summary = draft?.after.slice(draft.lead?.length ?? 0)
  const anchor = placed.anchor ?? anchorBefore(cut, blocks)
  const state: ResumeState | undefined =
    anchor === undefined
      ? undefined
      : {
          version: 1,
          strategy,
          anchor,
          ledger,
          ...(summary === undefined ? {} : { view: hashText(summary) }),
        }
  return {
    ...outcome,
    ...(summary === undefined
      ? {}
      : { extraTexts: [...(outcome.extraTexts ?? []), { viewHash: ledgerKey(summary), text: stored }] }),
    ...(state === undefined ? {} : { state }),
  }
}
