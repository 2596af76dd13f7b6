/** Which lines of a result are still true, and which say nothing beside the title of their call. */
import { outcomeOf } from '../../../scan/actions/outcome-of.ts'
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import type { ToolResultBlock } from '../../../types.ts'
import type { Section } from '../read/candidate.ts'
import { everyLine } from '../read/candidate-columns.ts'
import type { KnownCall } from '../read/known-call.ts'
import type { ReadBlock } from '../read/read-block.ts'
import { bareOutput } from './bare-output.ts'
import { completeLines } from './complete-lines.ts'
import { linesInOutcome } from './lines-in-outcome.ts'
import type { MarkState } from './mark-state.ts'
import { hunkText, printedHunks } from './printed-hunks.ts'
import { reportPlaces } from './report-places.ts'
import { hitText, searchHits } from './search-hits.ts'

export function markResult(result: ToolResultBlock, read: ReadBlock, state: MarkState): void {
  const { measured, first, call, path, viewPart } = read
  const { facts, candidates, edits, readings, failed } = state
  if (call === undefined) return
  state.resultAt = measured.message
  if (outcomeOf(result).outcome === 'failed') {
    state.failedCall = call.candidate
    state.failedAt = measured.message
  }
  if (call.search === undefined) markHunks(read, state)
  else markHits(call.search, read, state)
  if (viewPart === 'report') markPlaces(read, state)
  if (path !== undefined && !call.isEdit && viewPart !== 'pasted') {
    const lines = { path, first, end: candidates.length }
    edits.push({ ...lines, isWhole: true, parts: [], complete: completeLines(call, result.text) })
    const { message } = measured
    if (facts.history.lastChange(path) <= message) readings.push({ ...lines, message })
  }
  const isOvercome = facts.mistyped.has(result.callId) || failed.isOvercome(path, measured.message)
  candidates.setUninformativeFrom(first, isOvercome ? everyLine : bareOutput(result, call))
  const title = candidates.texts[call.candidate] ?? ''
  candidates.setUninformativeFrom(first, linesInOutcome(title, facts.root))
}

/** Lines that a search found may have been changed since. */
function markHits(
  { path: searched }: NonNullable<KnownCall['search']>,
  { measured, first }: ReadBlock,
  state: MarkState,
): void {
  const { facts, candidates, edits } = state
  const hits = searchHits(candidates, first, searched).filter(
    ({ path }) => facts.history.lastChange(path) > measured.message,
  )
  for (const { path, first: start, end } of hits)
    edits.push({ path, isWhole: true, parts: [], first: start, end, lineIn: text => hitText(text, path) })
  noteChanged(hits, state)
}

/** Lines that a diff shows may have been changed since. */
function markHunks({ measured, first }: ReadBlock, state: MarkState): void {
  const { facts, candidates, edits } = state
  const hunks = printedHunks(candidates, first).filter(
    ({ path }) => facts.history.lastChange(path) > measured.message,
  )
  for (const { path, first: start, end } of hunks)
    edits.push({ path, isWhole: true, isDiff: true, parts: [], first: start, end, lineIn: hunkText })
  noteChanged(hunks, state)
}

/** Line numbers in a report are of the files as they were. */
function markPlaces({ measured, first }: ReadBlock, { facts, candidates, sections }: MarkState): void {
  const { history, shared } = facts
  const changed = new Map<number, string>()
  for (const [at, path] of reportPlaces(candidates.texts.slice(first)))
    if (history.lastChange(path) > measured.message)
      changed.set(first + at, shared.has(fileName(path)) ? path : fileName(path))
  if (changed.size > 0) sections.push({ ...(sections.pop() as Section), changedHits: changed })
}

/** The title of an answer names the files of its lines that were changed since. */
function noteChanged(
  shown: readonly { readonly path: string; readonly first: number; readonly end: number }[],
  { facts: { shared }, sections }: MarkState,
): void {
  const changed = new Map<number, string>()
  for (const { path, first, end } of shown) {
    const name = shared.has(fileName(path)) ? path : fileName(path)
    for (let at = first; at < end; at += 1) changed.set(at, name)
  }
  if (changed.size > 0) sections.push({ ...(sections.pop() as Section), changedHits: changed })
}
