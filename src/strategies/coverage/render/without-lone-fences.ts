/** Fences of code without their partner: one without the other would turn all that follows into code. */
import type { Candidate, CandidateList } from '../read/candidate.ts'
import { fenceLine, isFenceLine } from '../read/fence-line.ts'

/** `chosen` without fences whose partner is not chosen. `first` to `end` are the candidates of a block. */
export function withoutLoneFences(
  chosen: readonly number[],
  first: number,
  end: number,
  candidates: CandidateList,
): readonly number[] {
  if (!chosen.some(at => isFenceLine((candidates.at(at) as Candidate).text))) return chosen
  const shown = new Set(chosen)
  const lone = new Set<number>()
  /** By label: removed and added lines of an edit are separate texts. */
  const open = new Map<string, { readonly at: number; readonly marks: string }>()
  const close = (opened: number, closing: number | undefined): void => {
    if (shown.has(opened) && closing !== undefined && shown.has(closing)) return
    lone.add(opened)
    if (closing !== undefined) lone.add(closing)
  }
  for (let at = first; at < end; at += 1) {
    const { text, label } = candidates.at(at) as Candidate
    const line = fenceLine(text)
    if (line === undefined) continue
    const opened = open.get(label)
    if (opened === undefined) open.set(label, { at, marks: line.marks })
    else if (line.marks.startsWith(opened.marks) && line.language === '') {
      close(opened.at, at)
      open.delete(label)
    }
  }
  for (const { at } of open.values()) close(at, undefined)
  const left = chosen.filter(at => !lone.has(at))
  return left.length === 0 ? chosen : left
}
