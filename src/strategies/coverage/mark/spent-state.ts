/** What a summary says about the state of the work: outdated after further messages. */

/** How far the session went on after the summary. */
export type SummaryAge = 'followed' | 'old'

/** `## Current Work`, `8. Current Work:`, `**Next Steps**`, `- **Current failing test**: …`, `- Ongoing: …`; the first group is the mark of the heading. */
const stateHeading =
  /^(#{1,4} {1,3}|\d{1,2}\. {1,3}|\*\*|\s{0,6}- (?=\*\*|Ongoing:))(?:\*\*)?(?:Ongoing(?=[:*])|Current(?: (?:work|state|status|task|step|error|issue|problem|focus|failure|failing tests?|progress)(?!\w)|(?=[:*]))|(?:Optional )?Next Steps?\b)/i
/** `7. Pending Tasks:`, `### In Progress`: most of it is done long after the summary. */
const pendingHeading =
  /^(#{1,4} {1,3}|\d{1,2}\. {1,3}|\*\*)(?:\*\*)?(?:(?:Pending|Remaining|Open|Outstanding|Unfinished)(?: (?:tasks?|work|items?|steps?|todos?)(?!\w)|(?=[:*]|$))|In[- ]progress(?!\w)|Left to do(?!\w)|To[- ]?dos?(?!\w))/i
/** `- Tests fail (CURRENT): …`, `- [IN PROGRESS] …` */
const nowItem =
  /^(\s{0,6}(?:[-*] |\d{1,2}[.)] )).{0,200}[([](?:(?:currently|still|now) )?(?:current|currently|ongoing|in progress|pending|unresolved|current issue)[)\]]/i
/** A heading of the same form ends it, and an item of a list what is not nested in it. */
const forms: readonly RegExp[] = [/^#{1,4} /, /^\d{1,2}\. /, /^\*\*/, /^\S/, /^ {0,3}\S/, /^ {0,6}\S/]

/** The indices of such lines, the headings included. `isRest`: a line that continues the one before it. */
export function spentState(
  lines: readonly string[],
  age: SummaryAge,
  isRest: (at: number) => boolean = () => false,
): readonly number[] {
  const spent: number[] = []
  let end: RegExp | undefined
  for (const [at, line] of lines.entries()) {
    const found =
      stateHeading.exec(line) ?? nowItem.exec(line) ?? (age === 'old' ? pendingHeading.exec(line) : null)
    const heading = found?.[1]
    if (heading !== undefined) end = forms.find(form => form.test(heading))
    else if (!isRest(at) && end?.test(line) === true) end = undefined
    if (end !== undefined) spent.push(at)
  }
  return spent
}
