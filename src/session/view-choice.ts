/** Which view a step sends: the current one, or that of a new epoch if it pays off. */
import { openCalls } from '../measure/message-groups.ts'
import type { Receipt } from '../receipt.ts'
import type { Note } from '../types.ts'
import { allowance, type Bill, costOf } from './economics.ts'
import { belongsTo, type Epoch } from './epoch.ts'
import type { MadeEpoch } from './make-epoch.ts'
import { occasionOf, type RewritePlan, rewritePlan } from './rewrite-plan.ts'
import { currentView, rewrittenView, type WeighedView, type WeighingContext } from './weighed-view.ts'

export interface ViewChoice {
  readonly chosen: WeighedView
  readonly reason: string
  /** An epoch begins with this step. */
  readonly isNew: boolean
  /** The receipt of the compression, if one was tried. */
  readonly receipt?: Receipt
  /** Cached tokens that were given up. */
  readonly broken: number
  /** The share of an epoch's target that the bill allowed. */
  readonly share: number
  readonly notes: readonly Note[]
}

interface ChoiceContext extends WeighingContext {
  /** The bill of all earlier steps, and the cost of this step without compression. */
  readonly bill: Bill
  readonly givenCost: number
  /** After a failed attempt: no epoch below this size of messages. */
  readonly blockedUntil: number
  /** Why the view in use is kept in any case. */
  readonly keepView: Note | undefined
  /** `current`: the view it would replace. `maxTokens`: the largest view within the cost limit. */
  make(plan: RewritePlan, current: Epoch, maxTokens: number): Promise<MadeEpoch>
  /** Returns the epoch to use: another process may have been faster. */
  adopt(epoch: Epoch): Promise<Epoch>
}

/** Rejects an epoch that keeps more than this share of the messages. */
const minProgress = 0.75

export async function chooseStepView(epochs: readonly Epoch[], context: ChoiceContext): Promise<ViewChoice> {
  const { history, settings, blockedUntil, bill, givenCost } = context
  const current = currentView(epochs, context)
  const stays = (reason: string, more: Partial<ViewChoice> = {}): ViewChoice => ({
    chosen: current,
    reason,
    isNew: false,
    broken: 0,
    share,
    notes: [],
    ...more,
  })
  const { messageTokens, sentLength } = current
  const plan = rewritePlan(settings, occasionOf(history, context.factor, sentLength === 0))
  const isTooLarge = messageTokens > plan.room
  const allowed = allowance(bill, givenCost, settings.maxExtraCost)
  const maxTokens = isTooLarge ? plan.room : affordable(allowed, current, context)
  const lowWater = Math.min(plan.lowWater, maxTokens)
  const share = lowWater / plan.lowWater
  if (context.keepView !== undefined) return stays(context.keepView.message, { notes: [context.keepView] })
  if (!isTooLarge) {
    if (messageTokens < blockedUntil) return stays('the last rewrite that was tried gained too little')
    if (messageTokens < plan.highWater) return stays('below the high-water mark')
    if (lowWater < plan.minLowWater) return stays('a rewrite would not pay if the session ended here')
    if (openCalls(history.read()).size > 0) return stays('a tool call has no answer yet')
  }
  const worthwhile = Math.min(maxTokens, messageTokens * minProgress)
  const { epoch, receipt } = await context.make({ ...plan, lowWater }, current.epoch, worthwhile)
  const attempted = { receipt, notes: receipt.notes }
  if (epoch === undefined || !belongsTo(epoch, history.chain))
    return stays('nothing could be rewritten', attempted)
  const next = rewrittenView(epoch, current, context)
  const makesRoom = isTooLarge && next.messageTokens <= plan.room
  if (isTooLarge && !makesRoom && messageTokens < plan.highWater)
    return stays('what may not be touched does not fit into the window', {
      ...attempted,
      notes: [...receipt.notes, floorNote(receipt)],
    })
  if (!makesRoom && next.messageTokens > messageTokens * minProgress)
    return stays('a rewrite would gain too little', {
      ...attempted,
      notes: [...receipt.notes, floorNote(receipt)],
    })
  if (!makesRoom && next.cost > allowed)
    return stays('a rewrite would not pay if the session ended here', attempted)
  const adopted = await context.adopt(epoch)
  const chosen = adopted === epoch ? next : rewrittenView(adopted, current, context)
  return {
    ...attempted,
    chosen,
    isNew: true,
    share,
    reason: makesRoom
      ? 'the window is full'
      : sentLength === 0
        ? 'nothing was cached'
        : 'above the high-water mark, and it pays',
    broken: Math.max(0, current.cached - chosen.cached),
  }
}

/** Tokens of messages that may be rewritten; system text and tools stay cached if anything is. */
function affordable(
  allowed: number,
  { sentLength, epoch }: WeighedView,
  { history, settings: { prices }, factor }: ChoiceContext,
): number {
  const { tokens, hash } = history.systemAndToolsNext
  const systemAndToolTokens = tokens * factor
  const isCached = sentLength > 0 && history.systemAndToolsUnder(epoch).hash === hash
  return (allowed - costOf(prices, systemAndToolTokens, isCached ? systemAndToolTokens : 0)) / prices.write
}

function floorNote({ budget }: Receipt): Note {
  const parts = Object.entries(budget?.floor?.parts ?? {})
    .filter(([, tokens]) => tokens > 0)
    .map(([part, tokens]) => `${part} ${tokens}`)
  const why = parts.length === 0 ? '' : `: ${parts.join(', ')} tokens`
  return { code: 'no-progress', message: `What may not be touched leaves too little to gain${why}.` }
}
