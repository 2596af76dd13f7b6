/** A list of short lines of which nearly all are shown is shown whole: what is missing would seem not to be there. */
import { indentOf } from '../../../scan/lines.ts'
import { isLeadIn, isListItem } from '../facts/line-forms.ts'
import type { Candidate, CandidateList } from '../read/candidate.ts'

/** Up to this many missing lines are added. */
const maxMissing = 2
/** A longer line is no item of a list. */
const maxLength = 60
/** Fewer lines are no list. */
const minShown = 5

/** `chosen` with the missing lines of its section, which are from `first` to before `end`. */
export function withMissingItems(
  chosen: readonly number[],
  first: number,
  end: number,
  candidates: CandidateList,
): readonly number[] {
  const missing = end - first - chosen.length
  if (missing <= 0 || missing > maxMissing || chosen.length < minShown) return chosen
  const all = Array.from({ length: end - first }, (_, at) => first + at)
  return all.every(at => isShort(candidates.at(at) as Candidate, first)) ? all : chosen
}

/** Nothing in a plain list is below another line of it. */
function isShort({ text, value, isUninformative, under, lines }: Candidate, first: number): boolean {
  return text.length <= maxLength && value !== 'noise' && !isUninformative && under < first && lines > 0
}

/** Up to this many characters, a list is shown whole below the sentence that leads to it. */
const maxLedLength = 160

/** `chosen` with the short lists that a chosen sentence leads to: `These fields are missing:` says nothing without them. */
export function withLedLists(
  chosen: readonly number[],
  end: number,
  candidates: CandidateList,
): readonly number[] {
  const shown = new Set(chosen)
  for (const lead of chosen) {
    if (!isLeadIn((candidates.at(lead) as Candidate).text)) continue
    const items: number[] = []
    let length = 0
    for (let at = lead + 1; at < end && length <= maxLedLength; at += 1) {
      const { text, value, isUninformative } = candidates.at(at) as Candidate
      if (!isListItem(text) || value === 'noise' || isUninformative) break
      items.push(at)
      length += text.length
    }
    if (length <= maxLedLength) for (const at of items) shown.add(at)
  }
  return shown.size === chosen.length ? chosen : [...shown].sort((one, other) => one - other)
}

/** A longer item is left out. */
const maxItemLength = 100

/**
 * `chosen` with the missing items of lists, in an answer or a request, of which more than half are shown, or half with the last
 * of them. What is below an item does not end its list.
 */
export function withRestOfLists(
  chosen: readonly number[],
  first: number,
  end: number,
  candidates: CandidateList,
): readonly number[] {
  const shown = new Set(chosen)
  const added: number[] = []
  /** Lists that have not ended, by the indent of their items. */
  const open: { readonly indent: number; readonly items: number[] }[] = []
  const finish = ({ items }: { readonly items: readonly number[] }): void => {
    const missing = items.filter(at => !shown.has(at))
    const isLastShown = shown.has(items.at(-1) as number)
    const isMostly = 2 * missing.length < items.length + Number(isLastShown)
    if (
      isMostly &&
      missing.length <= maxMissing &&
      missing.every(at => isShortItem(candidates.at(at) as Candidate))
    )
      added.push(...missing)
  }
  for (let at = first; at < end; at += 1) {
    const { text } = candidates.at(at) as Candidate
    const isItem = isListItem(text)
    const indent = indentOf(text)
    while (open.length > 0 && indent < (open.at(-1)?.indent as number) + Number(!isItem))
      finish(open.pop() as { items: number[] })
    if (!isItem) continue
    const list = open.at(-1)
    if (list?.indent === indent) list.items.push(at)
    else open.push({ indent, items: [at] })
  }
  open.forEach(finish)
  return added.length === 0 ? chosen : [...chosen, ...added].sort((one, other) => one - other)
}

function isShortItem({ text, value, isUninformative }: Candidate): boolean {
  return text.length <= maxItemLength && value !== 'noise' && !isUninformative
}
