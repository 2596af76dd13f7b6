/** Prose in any language: sentences and their speakers. */
import { wordsLine } from '../../scan/kind/content-lines.ts'
import { minShare } from '../../scan/kind/kind-tests.ts'
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import type { Role } from '../../types.ts'
import { paragraphParts, sentenceCuts } from '../pieces/paragraphs.ts'
import { isBlankLine, type LineCut, type Part, piecesOf } from '../pieces/parts.ts'
import type { Content, PieceValue } from './content.ts'

export const prose: Content = {
  name: 'prose',
  isSpoken: true,
  detect: minShare(0.5, wordsLine),
  fits: ({ source: { kind } }) => kind === 'prose' || kind === 'reasoning',
  pieces(text, { role }) {
    const lines = text.split('\n')
    return piecesOf(text, lines, proseParts(lines, role))
  },
}

export function proseParts(lines: readonly string[], role: Role): readonly Part[] {
  const parts: Part[] = []
  const hasTurns = isDialogue(lines)
  for (let first = 0; first < lines.length; ) {
    const isBlank = isBlankLine(lines[first] as string)
    const isTurn = hasTurns && speakerEnd(lines[first] as string) > 0
    let end = first + 1
    if (!isTurn) while (end < lines.length && isSame(lines[end] as string, isBlank, hasTurns)) end += 1
    if (isBlank) parts.push({ first, end, value: 'noise' })
    else if (isTurn) parts.push({ first, end, value: 'plain', cut: turnCut })
    else for (const part of paragraphParts(lines, first, end, role)) parts.push(part)
    first = end
  }
  return parts
}

function isSame(line: string, isBlank: boolean, hasTurns: boolean): boolean {
  if (isBlankLine(line) !== isBlank) return false
  return isBlank || !hasTurns || speakerEnd(line) === 0
}

/** `Anna: …`, `Project Manager: …`, `[10:02] Bob (Sales): …`, `张三：…` */
const speaker = lazyPattern(
  "(?:\\*{0,2})(?:[[(]?\\d{1,2}:\\d\\d(?::\\d\\d)?[\\])]? {0,2})?(\\p{L}[\\p{L}\\p{M}\\d.'’-]*(?: [\\p{L}\\d][\\p{L}\\p{M}\\d.'’-]*){0,4})(?: \\([^)]{1,30}\\))?\\*{0,2}(?::\\*{0,2} {1,2}|：)(?=\\S)",
  'uy',
)
/** Longer words are not names. A limit within the pattern would take ten times as long to compile. */
const maxNamePart = 31

function speakerEnd(line: string): number {
  if (!line.includes(':') && !line.includes('：')) return 0
  const pattern = speaker(line)
  pattern.lastIndex = 0
  const name = pattern.exec(line)?.[1]
  const isName = name?.split(' ').every(part => Array.from(part).length <= maxNamePart)
  return isName === true ? pattern.lastIndex : 0
}

const maxLines = 60
const turnShare = 0.4
const minTurns = 3

/** Whether most lines name a speaker, and some speaker occurs twice. */
function isDialogue(lines: readonly string[]): boolean {
  const said = lines.slice(0, maxLines).filter(line => !isBlankLine(line))
  const speakers = said.map(line => line.slice(0, speakerEnd(line))).filter(name => name !== '')
  return (
    speakers.length >= Math.max(minTurns, said.length * turnShare) && new Set(speakers).size < speakers.length
  )
}

/** Turns of at most this many characters are kept whole. */
const shortTurn = 200

/** The speaker is a piece above every sentence of a long turn. */
function turnCut(line: string): readonly LineCut[] {
  const start = speakerEnd(line)
  const said = sentenceCuts(line.slice(start), 'people')
  if (said.length > 1 && line.length > shortTurn)
    return [{ text: line.slice(0, start), value: 'noise', isHead: true }, ...said]
  return [{ text: line, value: turnValue(line.slice(start), said) }]
}

/** `{laughter}`, `[inaudible]` */
const sound = /\{[^}]{0,40}\}|\[[^\]]{0,40}\]/g
/** `Mm-hmm .`, `Right.` */
const minTurnLength = 12

function turnValue(text: string, said: readonly LineCut[]): PieceValue {
  const best = pieceValues.find(value => said.some(cut => cut.value === value)) ?? 'noise'
  return best === 'plain' && text.replace(sound, '').trim().length <= minTurnLength ? 'noise' : best
}

const pieceValues: readonly PieceValue[] = ['key', 'useful', 'plain', 'noise']
