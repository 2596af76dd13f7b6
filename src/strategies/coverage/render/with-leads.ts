/** The lines above numbered lists: `2. Move the lock` alone does not say what it is the second of. */
import { isHeading } from '../../../scan/heading-level.ts'
import { indentOf } from '../../../scan/lines.ts'
import { isLeadIn } from '../facts/line-forms.ts'
import type { Candidate, CandidateList } from '../read/candidate.ts'

/** A longer one costs more than it says. */
const maxLead = 60
const numbered = /^\s{0,12}(\d{1,3})[.)] /

/** `chosen` with the lead-in or heading of each numbered list whose first item is not shown, in a section from `first`. */
export function withLeads(
  chosen: readonly number[],
  first: number,
  candidates: CandidateList,
): readonly number[] {
  const shown = new Set(chosen)
  const added: number[] = []
  let at = first
  /** The line above the list, by the indent of its items. */
  const leads: { readonly lead: number; readonly indent: number }[] = []
  let isLed = false
  for (const piece of chosen)
    for (; at <= piece; at += 1) {
      const { text } = candidates.at(at) as Candidate
      const number = numbered.exec(text)?.[1]
      const indent = indentOf(text)
      while (leads.length > 0 && (leads.at(-1)?.indent as number) > indent) leads.pop()
      if (number === undefined) {
        if ((leads.at(-1)?.indent ?? -1) === indent) leads.pop()
        continue
      }
      if (number === '1') {
        if (leads.at(-1)?.indent === indent) leads.pop()
        leads.push({ lead: at - 1, indent })
        isLed = shown.has(at) || shown.has(at - 1)
      }
      const list = leads.at(-1)
      if (at !== piece || isLed || list === undefined || list.indent !== indent || list.lead < first) continue
      isLed = true
      const above = candidates.at(list.lead)?.text ?? ''
      if (above.length <= maxLead && (isLeadIn(above) || isHeading(above))) added.push(list.lead)
    }
  return added.length === 0 ? chosen : [...chosen, ...added].sort((one, other) => one - other)
}
