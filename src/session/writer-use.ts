/** What the writer of notes has cost: billed separately from the requests, without effect on epochs. */
import type { NoteReport } from '../receipt.ts'

export type WriterUse = Pick<NoteReport, 'calls' | 'input' | 'output' | 'cost'>

/** The sum; absent if there is nothing to add. */
export function writerUseAfter(
  before: WriterUse | undefined,
  added: WriterUse | NoteReport | undefined,
): WriterUse | undefined {
  if (added === undefined) return before
  const { calls, input, output, cost } = added
  const costs = [before?.cost, cost].filter(each => each !== undefined)
  return {
    calls: (before?.calls ?? 0) + calls,
    input: (before?.input ?? 0) + input,
    output: (before?.output ?? 0) + output,
    ...(costs.length === 0 ? {} : { cost: costs.reduce((sum, each) => sum + each, 0) }),
  }
}
