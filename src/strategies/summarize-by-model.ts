/** Replaces texts of the chosen view by summaries of a model, where they pass the checks. */
import { summarizeAll } from '../models/summarize-all.ts'
import type { Draft } from '../reduce/block-reducer.ts'
import { reducerNamed } from '../reduce/index.ts'
import { maskSecrets } from '../scan/secrets/secrets.ts'
import type { Settings } from '../settings/settings.ts'
import type { TokenCounter } from '../types.ts'
import type { ViewOutcome } from '../view/view-outcome.ts'

/** Asks once for each text of the chosen view. Without a summarizer the outcome stays as it was. */
export async function summarizeByModel(
  outcome: ViewOutcome,
  counter: TokenCounter,
  { model, budget }: Settings,
  revise: (drafts: readonly Draft[]) => ViewOutcome,
): Promise<ViewOutcome> {
  const { summarizer, preserveTerms } = model
  if (summarizer === undefined) return outcome
  const requests = outcome.drafts.flatMap(({ reducer, input, measured }, index) => {
    const text = input === undefined ? undefined : reducerNamed(reducer)?.ask?.(input)
    if (text === undefined) return []
    const maxTokens = input?.summaryTokens
    const length = maxTokens === undefined ? {} : { maxTokens }
    const sections = input?.summarySections
    return [{ key: String(index), text, role: measured.role, preserveTerms, sections, ...length }]
  })
  const { results, notes } = await summarizeAll(requests, {
    ...model,
    summarizer,
    counter,
    hide: maskSecrets,
  })
  // Not every strategy can rebuild its view from drafts.
  if (results.size === 0) return { ...outcome, notes: [...outcome.notes, ...notes] }
  const drafts = outcome.drafts.map((draft, index): Draft => {
    const summary = results.get(String(index))
    if (summary === undefined || draft.input === undefined) return draft
    // Under a budget the model's text must not be longer than ours.
    const maxTokens = budget === undefined ? draft.tokensBefore : draft.tokensAfter
    const shortened = reducerNamed(draft.reducer)?.read({ ...draft.input, summary })(maxTokens)
    return shortened === undefined
      ? draft
      : {
          ...draft,
          after: shortened.text,
          tokensAfter: shortened.tokens,
          reason: `${draft.reason}, by the model`,
        }
  })
  const revised = revise(drafts)
  // A revised text that equals another one is rejected: then the deterministic view is kept.
  const chosen = revised.drafts.length === outcome.drafts.length ? { ...outcome, ...revised } : outcome
  const known = new Set(outcome.notes.map(({ message }) => message))
  const added = chosen.notes.filter(({ message }) => !known.has(message))
  return { ...chosen, notes: [...outcome.notes, ...added, ...notes] }
}
