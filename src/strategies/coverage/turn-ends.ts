/** The sentences that say how each earlier turn ended: what was found or done, and what the person was asked. */
import { isCodeBit, partIn } from './digest/candidate-bits.ts'
import { isLeadIn, isListItem } from './line-forms.ts'
import type { CoverageInput } from './selection-input.ts'

/** A shorter line does not say how a turn ended, a longer one says more. */
const minTokens = 8
const maxTokens = 80
/** What is left of the worth of an item without its list. */
const itemWorth = 0.4
/** A shorter line that introduces something says nothing without it. */
const minLeadIn = 60
/** A shorter message of a person says little without the question that it answers. */
const shortAnswer = 80

/** `It works now.`, `**Done.** …`, no rest of a sentence, row of a table or quotation. */
const sentence = /^(?:\*{1,2}|_|`|✅ ?)?[^\s\da-z!-/:-@[-`{-~…✅]/
const question = /\?\s{0,2}$/

type EndInput = Pick<CoverageInput, 'candidates' | 'base' | 'costs' | 'sections' | 'piecesOf'>

/** For each answer before the last request its most telling sentence, and the question that a short message answers. */
export function turnEnds({ candidates, base, costs, sections, piecesOf }: EndInput): readonly number[] {
  const { texts, bits } = candidates.candidates
  const stated = new Map<number, number>()
  const asked = new Map<number, number>()
  for (const piece of Array.from(piecesOf(['conclusion']))) {
    const cost = costs[piece] as number
    if (cost < minTokens || cost > maxTokens || base[piece] === 0) continue
    const text = texts[piece] as string
    if (((bits[piece] as number) & isCodeBit) !== 0 || !(sentence.test(text) || isListItem(text))) continue
    if (isLeadIn(text) && text.length < minLeadIn) continue
    const section = sections[piece] as number
    if (question.test(text)) asked.set(section, piece)
    else if (worthOf(piece) > worthOf(stated.get(section))) stated.set(section, piece)
  }
  for (const section of asked.keys()) if (!isAnsweredShortly(section)) asked.delete(section)
  return [...stated.values(), ...asked.values()]

  function worthOf(piece: number | undefined): number {
    if (piece === undefined) return 0
    return (base[piece] as number) * (isListItem(texts[piece] as string) ? itemWorth : 1)
  }

  /** Whether what a person typed next is short. */
  function isAnsweredShortly(section: number): boolean {
    const isTyped = (at: number): boolean => at < texts.length && partIn(bits[at] as number) === 'typed'
    let at = candidates.sections[section + 1]?.firstCandidate ?? texts.length
    while (at < texts.length && !isTyped(at)) at += 1
    const answer = sections[at]
    let length = 0
    for (; isTyped(at) && sections[at] === answer; at += 1) length += (texts[at] as string).length
    return length > 0 && length < shortAnswer
  }
}
