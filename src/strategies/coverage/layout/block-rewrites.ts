/** Shorter forms of messages that stay in a view: what changed since the last output, or the same text in fewer tokens. */
import { withFacts } from '../../../measure/measure.ts'
import { indicesOf, type MessageGroup } from '../../../measure/message-groups.ts'
import { type ToolOutputRef, toolOutputRefs } from '../../../measure/relations/tool-output-refs.ts'
import { blockReducer } from '../../../reduce/block-reducer.ts'
import type { Decision, Measured, Plan } from '../../../reduce/plan.ts'
import { latestWork } from '../../../scan/speakers/latest-work.ts'
import type { Layout } from '../../../view/layout.ts'
import { originalsOf } from '../../../view/originals.ts'
import { viewKey } from '../../../view/provenance.ts'
import type { ViewContext } from '../../../view/view-context.ts'
import type { Replacement } from '../../../view/view-outcome.ts'
import { changeSince } from '../../blocks/changes.ts'

/** The new text of one block, and why. */
export interface BlockRewrite {
  readonly decision: Decision
  readonly replacement: Replacement
}

export interface BlockRewrites {
  /**
   * Shortens messages kept as recent, except the agent's latest step; everything else stays verbatim. `isRecoded`: also
   * re-encodes texts in fewer tokens where nothing like them was shown before.
   */
  of(layout: Layout, isRecoded: boolean): readonly BlockRewrite[]
  /** Results beside open calls cannot be removed: those above their share of the room are shortened. */
  besideOpenCalls(layout: Layout, room: number): readonly BlockRewrite[]
  /** Called for each group, newest first: about how many tokens it saves, and how many later groups save if it stays. */
  savingsOf(): (group: MessageGroup) => number
  /** An upper bound that savings rarely exceed; computed without reading any text. */
  maxSavings(): number
}

/** Few forms take less than this share of their text. */
const minForm = 0.4

/** A shorter excerpt of a result says nothing. */
const minResult = 60

/** Larger texts rarely fit among the newest messages, in any form. */
const maxRecoded = 20_000

/** Each text is read once, and compared once with each other one, however many layouts are tried. */
export function blockRewrites(context: ViewContext): BlockRewrites {
  const { conversation, settings, groups } = context
  const { messages } = conversation
  const blocksOf = Map.groupBy(conversation.blocks, ({ message }) => message)
  const newest = groups.findLast(({ first, last }) =>
    messages.slice(first, last + 1).some(({ role }) => role === 'assistant'),
  )
  const isFree = ({ message, editable, compressed }: Measured): boolean =>
    editable && !compressed && message < (newest?.first ?? 0)
  const outputRefs = (indices: readonly number[]): readonly (readonly [Measured, ToolOutputRef])[] => {
    const blocks = indices.flatMap(index => blocksOf.get(index) ?? [])
    return [...toolOutputRefs(messages, blocks)].filter(([{ tokens }]) => tokens >= settings.minBlockTokens)
  }
  const known = new Map<string, BlockRewrite | undefined>()
  const once = (decision: Decision, measured: Measured, key: string): BlockRewrite | undefined => {
    if (!known.has(key)) known.set(key, formOf(decision, measured, context))
    return known.get(key)
  }
  const changeOf = (measured: Measured, base: Measured): BlockRewrite | undefined =>
    once(
      changeSince(base, measured),
      measured,
      `${measured.message} ${measured.block} ${base.message} ${base.block}`,
    )
  const recoded = (measured: Measured, { source }: ToolOutputRef): BlockRewrite | undefined => {
    const { message, block, tokens } = measured
    const reason = 'the same in fewer tokens'
    const decision = { message, block, action: 'reduce', reducer: 'lossless-form', tokens, reason } as const
    return once(decision, withFacts(measured, { source }), `${message} ${block}`)
  }
  return {
    of({ kept }, isRecoded) {
      const visible = new Map<string, Measured>()
      const changes: BlockRewrite[] = []
      const whole = new Map<Measured, ToolOutputRef>()
      for (const [measured, outputRef] of outputRefs([...kept.keys()].sort((one, other) => one - other))) {
        const base = visible.get(outputRef.origin)
        const isOpen = kept.get(measured.message) === 'recent' && isFree(measured)
        const change = base !== undefined && isOpen && settings.dedup ? changeOf(measured, base) : undefined
        if (change === undefined) {
          visible.set(outputRef.origin, measured)
          if (isOpen) whole.set(measured, outputRef)
        } else {
          changes.push(change)
          // A text that others refer to stays as it is.
          whole.delete(base as Measured)
        }
      }
      if (!isRecoded) return changes
      return [
        ...changes,
        ...Array.from(whole, ([measured, outputRef]) => recoded(measured, outputRef) ?? []).flat(),
      ]
    },
    besideOpenCalls({ kept }, room) {
      const results = [...kept].flatMap(([message, reason]) =>
        reason === 'open tool call'
          ? (blocksOf.get(message) ?? []).filter(({ type, editable }) => type === 'toolResult' && editable)
          : [],
      )
      if (results.reduce((sum, { tokens }) => sum + tokens, 0) <= room) return []
      // In proportion to the square root of their sizes, so that a large one leaves room for small ones.
      const roots = results.reduce((sum, { tokens }) => sum + Math.sqrt(tokens), 0)
      return results.flatMap(measured => {
        const { message, block } = measured
        const tokens = Math.max(minResult, Math.floor((room * Math.sqrt(measured.tokens)) / roots))
        if (measured.tokens <= tokens) return []
        const reason = 'beside a call without an answer'
        const decision = { message, block, action: 'reduce', reducer: 'excerpt', tokens, reason } as const
        return once(decision, measured, `${message} ${block} ${tokens}`) ?? []
      })
    },
    savingsOf() {
      const later = new Map<string, Measured>()
      return ({ first, last }) => {
        let tokens = 0
        const indices = indicesOf({ first, last })
        for (const [measured, outputRef] of outputRefs(indices).toReversed()) {
          const next = later.get(outputRef.origin)
          later.set(outputRef.origin, measured)
          if (next !== undefined && settings.dedup)
            tokens += isFree(next) ? savedTokens([changeOf(next, measured)]) : 0
          else if (isFree(measured) && measured.tokens <= maxRecoded)
            tokens += savedTokens([recoded(measured, outputRef)])
        }
        return tokens
      }
    },
    maxSavings() {
      const shown = new Set<string>()
      let saved = 0
      for (const [measured, { origin }] of outputRefs([...blocksOf.keys()])) {
        if (isFree(measured)) saved += measured.tokens * (shown.has(origin) ? 1 : 1 - minForm)
        shown.add(origin)
      }
      return saved
    },
  }
}

function formOf(decision: Decision, measured: Measured, context: ViewContext): BlockRewrite | undefined {
  const { conversation, lookup, settings } = context
  const { messages, unmasked, raw, counters } = conversation
  const { counter } = counters
  const reduce = blockReducer({
    messages,
    unmasked,
    blocks: [measured],
    handles: settings.handles === 'named' ? lookup.handles : new Map(),
    counter,
    work: latestWork(messages),
  })
  const [draft] = reduce({ strategy: 'coverage', decisions: [decision] })
  if (draft === undefined) return undefined
  const tokensBefore = counter.count(draft.before)
  if (draft.tokensAfter >= tokensBefore) return undefined
  const handle = lookup.handles.get(measured.hash ?? '') ?? draft.handle
  const original = originalsOf(conversation).of({ ...draft, handle })
  const viewHash = viewKey(draft.after, raw[measured.message])
  return { decision, replacement: { ...draft, handle, original, tokensBefore, viewHash } }
}

/** The plan with these decisions instead of its own. */
export function withRewrites(plan: Plan, forms: readonly BlockRewrite[]): Plan {
  if (forms.length === 0) return plan
  const rewritten = new Map(forms.map(({ decision }) => [`${decision.message} ${decision.block}`, decision]))
  const decisions = plan.decisions.map(
    decision => rewritten.get(`${decision.message} ${decision.block}`) ?? decision,
  )
  return { ...plan, decisions }
}

/** Tokens that the forms save. */
export function savedTokens(forms: readonly (BlockRewrite | undefined)[]): number {
  return forms.reduce((sum, form) => {
    if (form === undefined) return sum
    const { tokensBefore, tokensAfter } = form.replacement
    return sum + tokensBefore - tokensAfter
  }, 0)
}
