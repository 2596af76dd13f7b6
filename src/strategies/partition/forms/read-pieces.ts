/** Splits an output into pieces and says what each one reports. */
import type { ContentSource, Piece } from '../../../reduce/content/content.ts'
import { contentReader } from '../../../reduce/content/index.ts'
import { severityOf } from '../../../reduce/pieces/severity.ts'
import type { ReduceInput } from '../../../reduce/reducer.ts'
import type { ContentKind } from '../../../types.ts'

export type Report = 'error' | 'warning' | 'outcome' | 'other'

interface ReportedPiece extends Piece {
  readonly report: Report
}

export interface ReadPieces {
  readonly content: ContentKind
  readonly pieces: readonly ReportedPiece[]
}

export function readPieces(input: Pick<ReduceInput, 'text' | 'role' | 'kind' | 'source'>): ReadPieces {
  const { text, role, kind } = input
  const source: ContentSource = { ...input.source, role, kind }
  const content = contentReader(text, source)
  const pieces = content.pieces(text, source)
  return {
    content: content.name,
    pieces: pieces.map(piece => ({ ...piece, report: reportOf(piece, content.name) })),
  }
}

/** A longer piece is not an outcome. */
const maxOutcomeLength = 200

function reportOf({ text, value }: Piece, content: ContentKind): Report {
  // In output of unknown kind, informative lines are rated `useful`.
  if (content === 'lines' && value === 'useful') return severityOf(text) ?? 'other'
  if (value !== 'key') return 'other'
  // `… 4 more like this` refers to the piece before it.
  return severityOf(text) ?? (text.length <= maxOutcomeLength && !text.startsWith('…') ? 'outcome' : 'other')
}
