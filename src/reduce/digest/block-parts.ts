/** What a block is made of, by who wrote it. */
import type { CallSource } from '../../actions/source-of.ts'
import { toolPurpose } from '../../actions/tool-verb.ts'
import type { Block, Measured, Message, OpaqueBlock, ToolResultBlock } from '../../types.ts'
import type { Piece, Source } from '../content/content.ts'
import { contentOf } from '../content/content-of.ts'
import { plainOutput } from '../content/plain-output.ts'
import { argumentLines, type LabelledPiece } from './argument-lines.ts'
import { BlockSource } from './block-source.ts'
import { saidParts } from './said-parts.ts'

export type Writer = 'user' | 'words' | 'calls' | 'tools'

export interface BlockPart {
  readonly pieces: readonly LabelledPiece[]
  readonly author: Writer
  /** What it demands binds the agent. */
  readonly binds: boolean
}

export interface BlockPlace {
  readonly author: Writer
  readonly message: Message
  readonly before: Message | undefined
  readonly measured: Measured
  /** The call that the block is or answers. */
  readonly call: { readonly title: string; readonly source: CallSource } | undefined
}

export function blockParts(block: Exclude<Block, OpaqueBlock>, place: BlockPlace): readonly BlockPart[] {
  const { author, message, before, measured, call } = place
  const whole = (pieces: readonly LabelledPiece[]): readonly BlockPart[] => [{ pieces, author, binds: false }]
  switch (block.type) {
    case 'toolCall': {
      const title = call?.title ?? ''
      return whole([{ text: title, lines: 0, value: 'useful' }, ...argumentLines(block, title)])
    }
    case 'toolResult': {
      const pieces = contentPieces(block.text, new BlockSource(measured, 'tool', call?.source, block.isError))
      return whole(isEcho(block, call?.source) ? pieces.map(withoutValue) : pieces)
    }
    case 'text': {
      const source = new BlockSource(measured, message.role)
      if (author !== 'user') return whole(contentPieces(block.text, source))
      return saidParts(message, before, block.text).map(({ text, author, binds }) => ({
        pieces: contentPieces(text, source),
        author,
        binds,
      }))
    }
  }
}

function contentPieces(text: string, source: Source): readonly Piece[] {
  const clean = source.role === 'tool' ? plainOutput(text) : text
  return contentOf(clean, source).pieces(clean, source)
}

/** `Todos have been modified successfully …`: the call has said it all. */
function isEcho({ isError }: ToolResultBlock, source: CallSource | undefined): boolean {
  return isError !== true && source !== undefined && toolPurpose(source.tool)?.verb === 'todo'
}

function withoutValue(piece: Piece): Piece {
  return { ...piece, value: 'noise' }
}
