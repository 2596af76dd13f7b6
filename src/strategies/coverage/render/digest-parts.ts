/** A digest: the lines that were chosen from many messages, in their order, each part with its message number. */
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import { digestHead } from '../../../scan/marker.ts'
import type { DigestSource } from '../../../view/digest-spans.ts'
import type { Candidate, Section } from '../read/candidate.ts'
import type { Candidates } from '../read/candidate-columns.ts'
import { type SectionChoice, sectionText, type WholeForm } from './section-text.ts'
import { withoutLeadsAlone } from './without-leads-alone.ts'
import { withoutShownSteps } from './without-shown-steps.ts'

/** Precedes the directory that paths omit; paths in shell commands are relative to their working directory. */
export const rootPrefix = 'Absolute paths are shown relative to: '

/** Some lines of a digest; their tokens are kept once they are counted. */
export interface DigestPart {
  readonly text: string
  tokens?: number
}

/** The first line and a part for each block that is shown; `all` are indices of candidates, in ascending order. */
export function digestParts(
  source: DigestSource,
  candidates: Candidates,
  all: readonly number[],
  wholeForm: WholeForm = () => undefined,
  known: RenderedSections = new Map(),
): readonly DigestPart[] {
  const { root } = candidates
  const chosen = withoutLeadsAlone(
    candidates,
    withoutShownSteps(candidates, withoutLooksAlone(candidates, all)),
  )
  const isRooted =
    root !== undefined &&
    chosen.some(piece => candidates.sections[candidates.candidates.at(piece)?.section ?? -1]?.isRooted)
  const parts: DigestPart[] = [{ text: digestHead(source) }]
  if (isRooted) parts.push({ text: `${rootPrefix}${root}/` })
  let at = 0
  let before: Section | undefined
  const named = new Set<string>()
  while (at < chosen.length) {
    const { section: index } = candidates.candidates.at(chosen[at] as number) as Candidate
    const from = at
    while (at < chosen.length && candidates.candidates.at(chosen[at] as number)?.section === index) at += 1
    const section = candidates.sections[index] as Section
    const { path, callId } = section
    const isAnswer = before?.callId !== undefined && before.callId === callId
    // A file that was named is then shown by the end of its path, unless another file has the same name.
    const isShort =
      path !== undefined && named.has(path) && candidates.sharedNames?.has(fileName(path)) !== true
    const next = at < chosen.length ? candidates.candidates.at(chosen[at] as number)?.section : undefined
    const isCut = next !== index + 1 && isAnnouncedCall(section, candidates.sections[index + 1])
    let rendered = known.get(index)
    if (
      rendered === undefined ||
      rendered.isAnswer !== isAnswer ||
      rendered.isShort !== isShort ||
      rendered.isCut !== isCut ||
      !isRange(rendered.chosen, chosen, from, at)
    ) {
      const said = { chosen: chosen.slice(from, at), isAnswer, isShort, isCut }
      rendered = { ...said, text: sectionText(index, said, candidates, wholeForm) }
      known.set(index, rendered)
    }
    parts.push(rendered)
    before = section
    if (path !== undefined) named.add(path)
  }
  return parts
}

/** Without read-only calls if nothing of their result is chosen. */
function withoutLooksAlone(
  { candidates, sections, withReadOnlyCalls }: Candidates,
  chosen: readonly number[],
): readonly number[] {
  if (withReadOnlyCalls === true) return chosen
  const sectionOf = (piece: number): Section =>
    sections[(candidates.at(piece) as Candidate).section] as Section
  const answered = new Set<string | undefined>()
  for (const piece of chosen) {
    const { author, callId } = sectionOf(piece)
    if (author !== 'calls') answered.add(callId)
  }
  return chosen.filter(piece => {
    const { isReadOnly, callId } = sectionOf(piece)
    return isReadOnly !== true || answered.has(callId)
  })
}

/** The last text of each section: choices that are tried one after another differ only in a few sections. */
export type RenderedSections = Map<number, RenderedSection>

/** Whether a call follows words in one message. */
function isAnnouncedCall({ author, message }: Section, next: Section | undefined): boolean {
  return author === 'words' && next?.author === 'calls' && next.message === message
}

type RenderedSection = SectionChoice & DigestPart

/** Whether `numbers` equals `others` from `start` to before `end`. */
function isRange(numbers: readonly number[], others: readonly number[], start: number, end: number): boolean {
  return numbers.length === end - start && numbers.every((number, at) => number === others[start + at])
}
