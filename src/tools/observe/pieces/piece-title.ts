/** What a piece of work is called: its commit, the item of the list, the request, or else what was done. */
import { isAcknowledgement } from '../../../scan/acknowledgement.ts'
import { graphemeCut } from '../../../scan/grapheme-cut.ts'
import { proseSentences } from '../../../scan/prose-sentences.ts'
import { subjectsIn } from '../extract/commits.ts'
import { withoutAnnouncing } from '../extract/finding-words.ts'
import type { Piece } from './cut-pieces.ts'
import type { PieceContent } from './piece-type.ts'

const longest = 100
/** Shorter is an interjection. */
const minTitle = 12
const lengths = { shortest: 4, longest: 2000 }

export function titleOf(piece: Piece, { files, commands }: Pick<PieceContent, 'files' | 'commands'>): string {
  const { facts, item, typed, spoken } = piece
  const subject = subjectsIn(facts).at(-1)
  const request = typed.find(({ text }) => !isAcknowledgement(text))?.text
  const changed = files.find(({ operation }) => operation !== 'read') ?? files[0]
  const done = changed === undefined ? commands[0]?.command : `${changed.operation} ${changed.path}`
  const words = typed[0]?.text ?? spoken[0]?.text
  const title =
    subject ??
    item ??
    (request === undefined ? undefined : firstSentence(request)) ??
    (spoken[0] === undefined ? undefined : firstSentence(spoken[0].text)) ??
    done ??
    words ??
    'Session'
  return oneLine(title)
}

/** The first that says something; `ok.` and a heading do not. */
function firstSentence(text: string): string | undefined {
  const said = proseSentences(text.slice(0, lengths.longest), lengths)
  const first = said.find(({ length }) => length >= minTitle) ?? said[0] ?? text.trim()
  const line = withoutAnnouncing(first.replace(/^[#>*\-\s]+/, ''))
  return line === '' ? undefined : line
}

function oneLine(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  if (line.length <= longest) return line
  const cut = graphemeCut(line, longest)
  const space = cut.lastIndexOf(' ')
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).trimEnd()} …`
}
