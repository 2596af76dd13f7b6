/** How messages that stay in a view are told shorter: of an answer shown before, only what has changed. */
import { originsOf } from '../measure/relations/origins.ts'
import { originalsOf } from '../originals.ts'
import type { Replacement } from '../outcome.ts'
import { shownAgain } from '../plan/changes.ts'
import type { Layout } from '../plan/coverage/layout.ts'
import type { MessageGroup } from '../plan/coverage/message-groups.ts'
import { viewKey } from '../provenance.ts'
import { blockReducer } from '../reduce/block-reducer.ts'
import type { Decision, Measured, Plan } from '../types.ts'
import type { SpanDesk } from './span-views.ts'

/** The new text of one block, and why. */
export interface KeptForm {
  readonly decision: Decision
  readonly replacement: Replacement
}

export interface KeptForms {
  /** What is kept for being recent is told shorter, but for the agent's latest step; all else stays to the letter. */
  of(layout: Layout): readonly KeptForm[]
  /** Asked group by group, the newest first: about how many tokens fewer later ones take if this one stays too. */
  sparing(): (group: MessageGroup) => number
}

/** A pair of texts is compared once, however many layouts are tried. */
export function keptForms(desk: SpanDesk): KeptForms {
  const { conversation, settings, groups } = desk
  const { messages } = conversation
  if (!settings.dedup) return { of: () => [], sparing: () => () => 0 }
  const blocksOf = Map.groupBy(conversation.blocks, ({ message }) => message)
  const newest = groups.findLast(({ first, last }) =>
    messages.slice(first, last + 1).some(({ role }) => role === 'assistant'),
  )
  const isFree = ({ message, editable, compressed }: Measured): boolean =>
    editable && !compressed && message < (newest?.first ?? 0)
  const showingsIn = (indices: Iterable<number>): readonly (readonly [Measured, string])[] =>
    Array.from(
      originsOf(
        messages,
        Array.from(indices).flatMap(index => blocksOf.get(index) ?? []),
      ),
    ).filter(([{ tokens }]) => tokens >= settings.minBlockTokens)
  const compared = new Map<string, KeptForm | undefined>()
  const changeOf = (measured: Measured, base: Measured): KeptForm | undefined => {
    const key = `${measured.message} ${measured.block} ${base.message} ${base.block}`
    if (!compared.has(key)) compared.set(key, changeSince(base, measured, desk))
    return compared.get(key)
  }
  return {
    of({ kept }) {
      const visible = new Map<string, Measured>()
      const forms: KeptForm[] = []
      for (const [measured, origin] of showingsIn([...kept.keys()].sort((one, other) => one - other))) {
        const base = visible.get(origin)
        const isRecent = kept.get(measured.message) === 'recent'
        const form = base !== undefined && isRecent && isFree(measured) ? changeOf(measured, base) : undefined
        if (form === undefined) visible.set(origin, measured)
        else forms.push(form)
      }
      return forms
    },
    sparing() {
      const later = new Map<string, Measured>()
      return ({ first, last }) => {
        let tokens = 0
        for (const [measured, origin] of showingsIn(indicesFrom(first, last)).toReversed()) {
          const next = later.get(origin)
          if (next !== undefined && isFree(next)) tokens += savedBy([changeOf(next, measured)])
          later.set(origin, measured)
        }
        return tokens
      }
    },
  }
}

function indicesFrom(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

function changeSince(base: Measured, measured: Measured, desk: SpanDesk): KeptForm | undefined {
  const { message, block } = measured
  const decision: Decision = {
    message,
    block,
    action: 'reference',
    reducer: 'change',
    to: { message: base.message, block: base.block },
    reason: shownAgain,
  }
  const { conversation, known, settings } = desk
  const { messages, raw, counters } = conversation
  const { counter } = counters
  const reduce = blockReducer({
    messages,
    blocks: [measured],
    handles: settings.handles === 'named' ? known.handles : new Map(),
    counter,
  })
  const [draft] = reduce({ strategy: 'coverage', decisions: [decision] })
  if (draft === undefined) return undefined
  const tokensBefore = counter.count(draft.before)
  if (draft.tokensAfter >= tokensBefore) return undefined
  const handle = known.handles.get(measured.hash ?? '') ?? draft.handle
  const original = originalsOf(conversation, settings).of({ ...draft, handle })
  const viewHash = viewKey(draft.after, raw[message])
  return { decision, replacement: { ...draft, handle, original, tokensBefore, viewHash } }
}

/** The plan with these decisions in the place of its own. */
export function withForms(plan: Plan, forms: readonly KeptForm[]): Plan {
  if (forms.length === 0) return plan
  const told = new Map(forms.map(({ decision }) => [`${decision.message} ${decision.block}`, decision]))
  const decisions = plan.decisions.map(
    decision => told.get(`${decision.message} ${decision.block}`) ?? decision,
  )
  return { ...plan, decisions }
}

/** Tokens that they save. */
export function savedBy(forms: readonly (KeptForm | undefined)[]): number {
  return forms.reduce(
    (sum, form) =>
      form === undefined ? sum : sum + form.replacement.tokensBefore - form.replacement.tokensAfter,
    0,
  )
}
