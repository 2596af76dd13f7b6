/** What a summary says about the state of the work: outdated after further messages. */

/** `## Current Work`, `8. Current Work:`, `**Next Steps**`, `- **Current failing test**: …`, `- Ongoing: …`; the first group is the mark of the heading. */
const stateHeading =
  /^(#{1,4} {1,3}|\d{1,2}\. {1,3}|\*\*|\s{0,6}- (?=\*\*|Ongoing:))(?:\*\*)?(?:Ongoing(?=[:*])|Current(?: (?:work|state|status|task|step|error|issue|problem|focus|failure|failing tests?|progress)(?!\w)|(?=[:*]))|(?:Optional )?Next Steps?\b)/i
/** A heading of the same form ends it, and an item of a list what is not nested in it. */
const forms: readonly RegExp[] = [/^#{1,4} /, /^\d{1,2}\. /, /^\*\*/, /^\S/, /^ {0,3}\S/, /^ {0,6}\S/]

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
