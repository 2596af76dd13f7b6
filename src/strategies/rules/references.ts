/** Which texts are replaced by a line that points to another text, and which texts must stay for that. */
import type { Measured, PlanSettings, ReferenceDetail } from '../../reduce/plan.ts'
import { lazily } from '../../tokens/lazily.ts'
import type { ReducerName, Target } from '../../types.ts'
import { copiesToKeep } from '../blocks/copies-to-keep.ts'
import { minDuplicateLength, type RuleFacts, ruleFacts } from './rule-facts.ts'

interface Reference {
  readonly reducer: Extract<ReducerName, 'repeated' | 'near-duplicate' | 'superseded'>
  readonly to: Target
  readonly reason: string
  readonly detail?: ReferenceDetail
}

interface References {
  readonly pointers: ReadonlyMap<Measured, Reference>
  /** Texts that are pointed at stay whole and visible. */
  readonly targets: ReadonlySet<Measured>
}

/** `kept[i]` is the reason why block `i` stays anyway. */
export function references(
  blocks: readonly Measured[],
  kept: readonly (string | undefined)[],
  settings: PlanSettings,
): References {
  const pointers = new Map<Measured, Reference>()
  const targets = new Set<Measured>()
  const at = lazily(() => new Map(blocks.map(block => [`${block.message} ${block.block}`, block])))
  const mayStay = ({ length, role, compressed, type }: Measured): boolean =>
    length >= minDuplicateLength && !settings.preserve.includes(role) && !compressed && type !== 'toolCall'
  const copies = copiesToKeep(settings.dedup ? blocks : [], mayStay, index => kept[index] === 'recent')
  for (const [index, block] of blocks.entries()) {
    if (kept[index] !== undefined || targets.has(block)) continue
    const reference = exactCopy(block, copies) ?? referenceBy(ruleFacts(block))
    const target =
      reference === undefined ? undefined : at().get(`${reference.to.message} ${reference.to.block}`)
    // A text that is itself replaced cannot be pointed at.
    if (reference === undefined || target === undefined || pointers.has(target)) continue
    pointers.set(block, reference)
    targets.add(target)
  }
  return { pointers, targets }
}

function exactCopy(block: Measured, copies: ReadonlyMap<string, Measured>): Reference | undefined {
  const copy = copies.get(block.hash ?? '')
  if (copy === undefined || copy === block || block.length < minDuplicateLength) return undefined
  return { reducer: 'repeated', to: { message: copy.message, block: copy.block }, reason: 'exact duplicate' }
}

/** A near-duplicate, else a correction of the text. */
function referenceBy({ nearDuplicate, superseded }: Partial<RuleFacts> = {}): Reference | undefined {
  if (nearDuplicate !== undefined) {
    const { of, similarity } = nearDuplicate
    return { reducer: 'near-duplicate', to: of, reason: 'near-duplicate', detail: { similarity } }
  }
  if (superseded === undefined) return undefined
  const { by, signal } = superseded
  return { reducer: 'superseded', to: by, reason: `superseded: ${signal}`, detail: { signal } }
}
