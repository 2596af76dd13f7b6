/** Which answers are replaced by what has changed since the same thing was shown before. */
import type { Decision, Measured, PlanSettings } from '../../reduce/plan.ts'
import type { Target } from '../../types.ts'

/**
 * Of texts that would stay whole, replaces those that show the same as an earlier visible one. `kept[i]` is the reason why
 * block `i` must not change.
 */
export function withChanges(
  blocks: readonly Measured[],
  decisions: readonly Decision[],
  kept: readonly (string | undefined)[],
  settings: PlanSettings,
): readonly Decision[] {
  if (!settings.dedup) return decisions
  const visible = new Map<string, Measured>()
  return blocks.map((measured, index) => {
    const decision = decisions[index] as Decision
    const { origin } = measured
    if (origin === undefined || measured.tokens < settings.minBlockTokens) return decision
    if (decision.action !== 'keep' || measured.compressed) return decision
    const base = visible.get(origin)
    const isFree = kept[index] === undefined && measured.pattern === undefined && !measured.isReferenceTarget
    if (base !== undefined && isFree) return changeSince(base, measured)
    visible.set(origin, measured)
    return decision
  })
}

/** A text that is shown again is replaced by what has changed since. */
export function changeSince(base: Target, { message, block }: Target): Decision {
  const to = { message: base.message, block: base.block }
  return { message, block, action: 'reference', reducer: 'change', to, reason: 'shown before' }
}
