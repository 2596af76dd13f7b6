/** A call of a tool with its answer, and an answer that is long. */

export function toolStep(id: string, name: string, input: object, content: string): readonly object[] {
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
  ]
}

/** `at`: no line of it is in another listing. */
export function longListing(at: number): string {
  return Array.from(
    { length: 60 },
    (_, row) => `Entry ${at}.${row} books \`amount${at}x${row}\` to the account of branch ${row}.`,
  ).join('\n')
}
