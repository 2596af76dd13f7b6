/** The parts of a neutral message for writing it in another format: no opaque blocks, one part for each tool result. */
import type { Block } from '../types.ts'

export type SpokenPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'toolCall'; readonly callId: string; readonly name: string; readonly text: string }
  | SpokenResult

export interface SpokenResult {
  readonly type: 'toolResult'
  readonly callId: string
  readonly name?: string
  /** The texts of the result, without empty ones. */
  readonly texts: readonly string[]
  readonly isError: boolean
}

export function spokenParts(blocks: readonly Block[]): readonly SpokenPart[] {
  const answers = Map.groupBy(
    blocks.filter(block => block.type === 'toolResult'),
    ({ callId }) => callId,
  )
  return blocks.flatMap((block): SpokenPart[] => {
    if (block.type === 'text') return block.text === '' ? [] : [{ type: 'text', text: block.text }]
    if (block.type === 'toolCall')
      return [{ type: 'toolCall', callId: block.callId, name: block.name, text: block.text }]
    if (block.type === 'opaque') return []
    const answer = answers.get(block.callId) ?? []
    if (answer[0] !== block) return []
    const { callId, name } = block
    return [
      {
        type: 'toolResult',
        callId,
        ...(name === undefined ? {} : { name }),
        texts: answer.map(({ text }) => text).filter(text => text !== ''),
        isError: answer.some(({ isError }) => isError === true),
      },
    ]
  })
}
