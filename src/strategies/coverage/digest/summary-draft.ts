/** The draft that a model wrote above its summary: the summary says the same again. */

const opens = /^(?:<analysis>|Analysis:)\s{0,4}$/
const closes = /^(?:<summary>|Summary:)\s{0,4}$/

/** The indices of its lines, the headings of both included; none where no summary follows. */
export function summaryDraft(lines: readonly string[]): readonly number[] {
  const start = lines.findIndex(line => opens.test(line))
  const end = start < 0 ? -1 : lines.findIndex((line, at) => at > start && closes.test(line))
  return end < 0 ? [] : Array.from({ length: end + 1 - start }, (_, at) => start + at)
}
