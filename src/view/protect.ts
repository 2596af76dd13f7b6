/** What may never change, and why. */
import type { Measured, PlanSettings } from '../reduce/plan.ts'

/** Why instructions stay. */
export const instructionsInForce = 'instructions in force'

/** For each block the reason why it stays as it is, or `undefined` where it may be reduced. */
export function protect(
  blocks: readonly Measured[],
  settings: PlanSettings,
): readonly (string | undefined)[] {
  const messages = (blocks.at(-1)?.message ?? -1) + 1
  const lastUser = lastUserMessage(blocks)
  return blocks.map(block => {
    if (settings.preserve.includes(block.role)) return `role ${block.role}`
    if (block.type === 'opaque') return 'opaque'
    if (block.type === 'toolCall') return 'tool call'
    if (!block.editable) return 'not editable'
    if (block.pinned) return 'pinned'
    if (block.instructions !== undefined) return instructionsInForce
    if (block.pattern !== undefined) return `matches ${block.pattern}`
    if (block.message === lastUser) return 'last user message'
    if (block.message >= messages - settings.recencyWindow) return 'recent'
    // A view without a name must stay visible: only there can it be distinguished from one with the same text.
    if (block.compressed && !(settings.allowRecompress && block.hasHandle)) return 'already compressed'
    return undefined
  })
}

/**
 * The user's own words: a summary of earlier messages with the instructions before it, and what a program printed, are a
 * user's message in form only.
 */
export function lastUserMessage(blocks: readonly Measured[]): number | undefined {
  const summaries = new Set(
    blocks.flatMap(({ replacesMessages, message }) => (replacesMessages ? [message] : [])),
  )
  const said = blocks.filter(
    ({ role, type, message, replacesMessages, instructions }) =>
      role === 'user' &&
      type === 'text' &&
      !replacesMessages &&
      !(summaries.has(message) && instructions?.isAll === true),
  )
  return (said.findLast(({ isPrinted }) => !isPrinted) ?? said.at(-1))?.message
}
