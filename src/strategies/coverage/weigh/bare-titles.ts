/** Titles of edits that say nothing beyond the head of the view: they are shown only with a line of the edit. */
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import type { ConversationCandidates } from '../read/candidate-columns.ts'

/** 1 for each of them. `shown`: the head. */
export function bareTitles(
  { candidates, sections }: Pick<ConversationCandidates, 'candidates' | 'sections'>,
  shown: string,
): Uint8Array {
  const bare = new Uint8Array(candidates.length)
  for (const { isQuietEdit, path = '', title, firstCandidate } of sections) {
    if (isQuietEdit !== true || !shown.includes(fileName(path))) continue
    const place = (candidates.texts[firstCandidate] ?? '').slice(title.length)
    if (namesIn(place).every(name => shown.includes(name))) bare[firstCandidate] = 1
  }
  return bare
}

/** ` in parseRow, "Release notes" …` */
function namesIn(place: string): readonly string[] {
  return place
    .replace(/^ in /, '')
    .replace(/ …$/, '')
    .split(', ')
    .map(name => name.replace(/^"|"$/g, ''))
}
