/** What a summary says about the state of the work: outdated after further messages. */

/** `## Current Work`, `8. Current Work:`, `**Next Steps**`; the first group is the mark of the heading. */
const stateHeading =
  /^(#{1,4} {1,3}|\d{1,2}\. {1,3}|\*\*)(?:\*\*)?(?:Current (?:Work|State|Status)|(?:Optional )?Next Steps?)\b/i
/** A heading of the same form ends it. */
const forms: readonly RegExp[] = [/^#{1,4} /, /^\d{1,2}\. /, /^\*\*/]

/** The indices of such lines, the headings included. */
export function spentState(lines: readonly string[]): readonly number[] {
  const spent: number[] = []
  let end: RegExp | undefined
  for (const [at, line] of lines.entries()) {
    const heading = stateHeading.exec(line)?.[1]
    if (heading !== undefined) end = forms.find(form => form.test(heading))
    else if (end?.test(line) === true) end = undefined
    if (end !== undefined) spent.push(at)
  }
  return spent
}
