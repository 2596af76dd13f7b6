/** The latest showings of the files that are being edited: what an agent would have to open again. */

import { indicesOf, type MessageGroup } from '../../measure/message-groups.ts'
import { callOrigins } from '../../measure/text-sources.ts'
import type { Settings } from '../../options.ts'
import { nameWithFolder } from '../../scan/name-with-folder.ts'
import type { Message } from '../../types.ts'

/** Groups that show them, those of the files that were edited last first. */
export function rehydratedGroups(
  messages: readonly Message[],
  groups: readonly MessageGroup[],
  { files, tokensPerFile, tokens }: NonNullable<Settings['rehydrate']>,
  costOf: (group: MessageGroup) => number,
): readonly MessageGroup[] {
  const shownAt = latestOutputs(messages)
  const groupAt = new Map(groups.flatMap(group => indicesOf(group).map(index => [index, group] as const)))
  const chosen = new Set<MessageGroup>()
  let left = tokens
  let count = 0
  for (const path of editedLast(messages)) {
    if (count >= files) break
    const group = groupAt.get(shownAt.get(path) ?? -1)
    if (group === undefined) continue
    const cost = chosen.has(group) ? 0 : costOf(group)
    if (cost > tokensPerFile || cost > left) continue
    left -= cost
    count += 1
    chosen.add(group)
  }
  return [...chosen]
}

/** By path, the message whose call shows the whole file: it was read, or written anew. */
function latestOutputs(messages: readonly Message[]): ReadonlyMap<string, number> {
  const origins = callOrigins(messages)
  const shown = new Map<string, number>()
  for (const { blocks } of messages)
    for (const block of blocks) {
      if (block.type !== 'toolResult' || block.isError === true) continue
      const origin = origins.get(block.callId)
      if (origin?.showsFile === true && origin.source.path !== undefined)
        shown.set(nameWithFolder(origin.source.path), origin.message)
    }
  return shown
}

function editedLast(messages: readonly Message[]): readonly string[] {
  const edited = new Map<string, number>()
  for (const { message, edits } of callOrigins(messages).values())
    for (const path of edits) edited.set(nameWithFolder(path), message)
  return [...edited].sort(([, one], [, other]) => other - one).map(([path]) => path)
}
