/** Carries out a plan: every decision that changes a block becomes a draft of its new text. */
import type {
  Block,
  Decision,
  Loss,
  Measured,
  Media,
  Message,
  Path,
  Plan,
  ReducerName,
  Shorten,
  TokenCounter,
} from '../types.ts'
import { reducers } from './index.ts'

/** A block's new text, not yet accepted. */
export interface Draft {
  readonly measured: Measured
  readonly reducer: ReducerName
  readonly reason: string
  readonly loss: Loss
  readonly path: Path
  readonly media: Media
  readonly before: string
  readonly after: string
  readonly tokensAfter: number
  readonly handle: string
}

export interface ReduceContext {
  readonly messages: readonly Message[]
  readonly blocks: readonly Measured[]
  readonly handles: ReadonlyMap<string, string>
  readonly counter: TokenCounter
}

/** Plans of one conversation become drafts; a text is analysed once, however many plans ask for it. */
export function blockReducer(context: ReduceContext): (plan: Plan) => readonly Draft[] {
  const analysed = new Map<string, Shorten>()
  return plan =>
    plan.decisions.flatMap((decision, index) => {
      const draft = decision.action === 'keep' ? undefined : draftOf(decision, index, context, analysed)
      return draft === undefined ? [] : [draft]
    })
}

function draftOf(
  decision: Exclude<Decision, { action: 'keep' }>,
  index: number,
  { messages, blocks, handles, counter }: ReduceContext,
  analysed: Map<string, Shorten>,
): Draft | undefined {
  const measured = blocks[index] as Measured
  const block = messages[decision.message]?.blocks[decision.block] as Block
  const handle = handles.get(measured.hash ?? '')
  if (block.type === 'opaque' || block.path === undefined || handle === undefined) return undefined
  const reducer = reducers[decision.action === 'reference' ? 'duplicate' : decision.reducer]
  const { role, kind, tokens } = measured
  const key = `${reducer.name} ${index}`
  const shorten = analysed.get(key) ?? reducer.read({ text: block.text, role, kind, tokens, handle, counter })
  analysed.set(key, shorten)
  const after = shorten(decision.action === 'reference' ? tokens : decision.tokens)
  if (after === undefined) return undefined
  return {
    measured,
    reducer: reducer.name,
    reason: decision.reason,
    loss: reducer.loss,
    path: block.path,
    media: block.media,
    before: block.text,
    after: after.text,
    tokensAfter: after.tokens,
    handle,
  }
}
