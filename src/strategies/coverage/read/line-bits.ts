/** The facts about a line beside its texts and positions, as bits of one number. */
import { authors } from '../../../measure/entity-index.ts'
import type { PieceValue } from '../../../reduce/content/content.ts'
import type { Writer } from '../facts/split-by-author.ts'
import { type ViewPart, viewParts } from '../facts/view-part.ts'
import type { Candidate } from './candidate.ts'

export const isRuleBit: number = 1
export const isUninformativeBit: number = 1 << 1
export const isCodeBit: number = 1 << 2
export const isOutlineBit: number = 1 << 3
export const isSignatureBit: number = 1 << 4
/** See `isOutcome` of a draft. */
export const isOutcomeBit: number = 1 << 5
const valueShift = 6
const authorShift = 8
const partShift = 10
const valueMask = 3 << valueShift
const partMask = 15 << partShift

const values: readonly PieceValue[] = ['key', 'useful', 'plain', 'noise']
const valueBits = bitsBy(values, valueShift)
const authorBits = bitsBy<Writer>(authors, authorShift)
const partBits = bitsBy(viewParts, partShift)

type LineFacts = Pick<
  Candidate,
  'value' | 'author' | 'isRule' | 'isUninformative' | 'isCode' | 'isOutline' | 'isSignature'
>

export function bitsOf(line: LineFacts & { readonly isOutcome: boolean }): number {
  return (
    (line.isRule ? isRuleBit : 0) |
    (line.isUninformative ? isUninformativeBit : 0) |
    (line.isCode ? isCodeBit : 0) |
    (line.isOutline ? isOutlineBit : 0) |
    (line.isSignature ? isSignatureBit : 0) |
    (line.isOutcome ? isOutcomeBit : 0) |
    valueBits[line.value] |
    authorBits[line.author]
  )
}

export function valueIn(bits: number): PieceValue {
  return values[(bits & valueMask) >> valueShift] as PieceValue
}

export function authorIn(bits: number): Writer {
  return authors[(bits >> authorShift) & 3] as Writer
}

export function partIn(bits: number): ViewPart {
  return viewParts[(bits & partMask) >> partShift] as ViewPart
}

export function withValue(bits: number, value: PieceValue): number {
  return (bits & ~valueMask) | valueBits[value]
}

export function withPart(bits: number, part: ViewPart): number {
  return (bits & ~partMask) | partBits[part]
}

function bitsBy<Name extends string>(names: readonly Name[], shift: number): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, index) => [name, index << shift])) as Record<Name, number>
}
