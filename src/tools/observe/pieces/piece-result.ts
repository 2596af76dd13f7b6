/** What came of a piece of work: the last check and how it ended, commits, what is still open. */
import { readCheck } from '../../../scan/actions/shell/command-check.ts'
import { graphemeCut } from '../../../scan/grapheme-cut.ts'
import { commitsIn } from '../extract/commits.ts'
import type { ObservedCommand } from '../observation.ts'
import type { Piece } from './cut-pieces.ts'
import type { PieceContent } from './piece-type.ts'

const maxLength = 80

/** `undefined` where nothing says so. */
export function resultOf(piece: Piece, { commands, facts }: PieceContent): string | undefined {
  const check = commands.findLast(
    ({ command, outcome, printed }) =>
      (outcome === 'ok' || outcome === 'failed' || outcome === 'finished') &&
      (printed !== undefined || readCheck(command).isCheck),
  )
  const commits = commitsIn(piece.facts).flatMap(({ hash }) => hash ?? [])
  const open = facts.filter(({ verb, state }) => verb === 'failed' && state === 'open').length
  const parts = [
    ...(check === undefined
      ? []
      : [
          `${graphemeCut(readCheck(check.command).key.split('\n', 1)[0] ?? '', maxLength)} ${endingOf(check)}`,
        ]),
    ...(commits.length === 0 ? [] : [`committed ${commits.join(', ')}`]),
    ...(open === 0 ? [] : [`${open} ${open === 1 ? 'error' : 'errors'} open`]),
  ]
  return parts.length === 0 ? undefined : parts.join('; ')
}

function endingOf({ outcome, exitCode, printed }: ObservedCommand): string {
  const failed = exitCode === undefined ? 'failed' : `failed with exit code ${exitCode}`
  const ending = outcome === 'ok' ? 'passed' : outcome === 'finished' ? 'finished' : failed
  return printed === undefined ? ending : `${ending} (${printed})`
}
