/** A person's own words in one text of a conversation. */
import type { Message, Target } from '../../types.ts'
import { whoSpoke } from './who-spoke.ts'

/** In order, each a true stretch of the text; of a command its arguments. A task that is a document is a person's too. */
export function typedTexts(messages: readonly Message[], place: Target): readonly string[] {
  const block = messages[place.message]?.blocks[place.block]
  if (block?.type !== 'text') return []
  return whoSpoke(messages)
    .speechAt(place)
    .flatMap(part => {
      if (part.kind === 'command')
        return part.arguments === undefined
          ? []
          : [block.text.slice(part.arguments.start, part.arguments.end)]
      const isOwn = part.kind === 'typed' || (part.kind === 'pasted' && part.isTask === true)
      return isOwn ? [block.text.slice(part.start, part.end)] : []
    })
}
