/** Lines that contain only a tag: without its partner a tag would enclose all that follows, or nothing. */
import type { Candidate, CandidateList } from '../read/candidate.ts'

/** `<task>`, `</task>`, `<file path="a.ts">` */
const tag = /^\s{0,12}<(\/?)([A-Za-z][\w:.-]{0,60})(\s[^<>\n]{0,200})?>\s{0,4}$/

export function isTagLine(text: string): boolean {
  return text.includes('<') && tag.test(text)
}

/** `chosen` without tags whose partner is not chosen. `first` to `end` are the candidates of a block. */
export function withoutLoneTags(
  chosen: readonly number[],
  first: number,
  end: number,
  candidates: CandidateList,
): readonly number[] {
  const textOf = (at: number): string => (candidates.at(at) as Candidate).text
  if (!chosen.some(at => isTagLine(textOf(at)))) return chosen
  const shown = new Set(chosen)
  const paired = new Set<number>()
  const open = new Map<string, number[]>()
  for (let at = first; at < end; at += 1) {
    const [, close, name = ''] = tag.exec(textOf(at)) ?? []
    if (close === undefined) continue
    const opened = open.get(name) ?? []
    open.set(name, opened)
    if (close === '') opened.push(at)
    else {
      const partner = opened.pop()
      if (partner === undefined || !shown.has(partner) || !shown.has(at)) continue
      paired.add(partner)
      paired.add(at)
    }
  }
  const left = chosen.filter(at => paired.has(at) || !isTagLine(textOf(at)))
  return left.length === 0 ? chosen : left
}
