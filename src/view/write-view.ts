/** The accepted texts in their places, held against the provider's rules. */
import { FoveaError } from '../errors.ts'
import type { Edit, Format, Problem } from '../formats/format.ts'
import { countsOf } from '../tokens/counts-of.ts'
import type { Apart, Conversation, StoreLookup } from './conversation.ts'
import { joinNeighbours, type ViewMessage } from './join-neighbours.ts'
import { markersAndMore } from './view-context.ts'
import type { ViewOutcome } from './view-outcome.ts'

interface WrittenView {
  /** The same array that was read where nothing changed. */
  readonly messages: readonly unknown[]
  /** With what only the writing showed. */
  readonly outcome: ViewOutcome
}

export function writeView(outcome: ViewOutcome, conversation: Conversation, known: StoreLookup): WrittenView {
  const { format, raw, apart: takenApart } = conversation
  const edits: Edit[] = []
  const spans: ViewMessage[] = []
  for (const { measured, messages, path, after, original } of outcome.drafts) {
    const edit = { message: measured.message, path, text: after, media: 'text' as const }
    if (original.media !== 'messages') edits.push(edit)
    else
      spans.push({
        first: measured.message,
        last: measured.message + messages - 1,
        message: format.write([original.message], [{ ...edit, message: 0 }])[0],
        ...(original.isSummary === true ? { summary: { path, text: after } } : {}),
      })
  }
  const edited = format.write(raw, edits)
  if (spans.length === 0 && takenApart === undefined) {
    assertStillValid(format, raw, edited)
    return { messages: edited, outcome }
  }
  const apart = withSpans(edited, spans, takenApart?.summaries)
  const bare = outcome.tokens - (takenApart?.joiningTokens ?? 0)
  const { view, joins, tokens } = joinNeighbours(apart, conversation, known)
  const messages = view.map(({ message }) => message)
  if (joins.length > 0 && isStillValid(format, raw, messages))
    return { messages, outcome: withTokens({ ...outcome, joins }, bare + tokens) }
  const unjoined = apart.map(({ message }) => message)
  assertStillValid(format, raw, unjoined)
  return { messages: unjoined, outcome: withTokens(outcome, bare) }
}

/** A view that could have been a little larger may have met its budget. */
function withTokens(outcome: ViewOutcome, tokens: number): ViewOutcome {
  const { budget } = outcome
  if (budget === undefined || budget.met) return { ...outcome, tokens }
  if (tokens <= budget.tokens) return { ...outcome, tokens, budget: { tokens: budget.tokens, met: true } }
  const rest = Object.entries(budget.floor?.parts ?? {}).filter(([name]) => name !== markersAndMore)
  const named = rest.reduce((sum, [, part]) => sum + part, 0)
  const parts = { ...budget.floor?.parts, [markersAndMore]: Math.max(0, tokens - named) }
  return { ...outcome, tokens, budget: { ...budget, floor: { tokens, parts } } }
}

/** Spans are in order and do not overlap. */
function withSpans(
  messages: readonly unknown[],
  spans: readonly ViewMessage[],
  summaries: Apart['summaries'] = new Map(),
): readonly ViewMessage[] {
  const view: ViewMessage[] = []
  let next = 0
  for (let index = 0; index < messages.length; index += 1) {
    const span = spans[next]
    const summary = summaries.get(index)
    if (span?.first !== index)
      view.push({ first: index, last: index, message: messages[index], ...(summary && { summary }) })
    else {
      view.push(span)
      index = span.last
      next += 1
    }
  }
  return view
}

/** Whether a provider accepts a view wherever it accepted the input. */
export function isStillValid(format: Format, input: readonly unknown[], view: readonly unknown[]): boolean {
  return newProblem(format, input, view) === undefined
}

/** Throws where the view has a problem that the input had not. */
function assertStillValid(format: Format, input: readonly unknown[], view: readonly unknown[]): void {
  const problem = newProblem(format, input, view)
  if (problem !== undefined)
    throw new FoveaError(
      'internal',
      `The view would be refused: message ${problem.message + 1}: ${problem.why}`,
      {
        place: { message: problem.message },
      },
    )
}

function newProblem(
  format: Format,
  input: readonly unknown[],
  view: readonly unknown[],
): Problem | undefined {
  if (input === view) return undefined
  const problems = format.check(view)
  return problems.length === 0 ? undefined : additional(format.check(input), problems)
}

/** A problem of a kind that there is more of than before; where messages were merged, positions have shifted. */
function additional(before: readonly Problem[], after: readonly Problem[]): Problem | undefined {
  const allowed = countsOf(before.map(({ code }) => code))
  return after.find(({ code }) => {
    const left = allowed.get(code) ?? 0
    allowed.set(code, left - 1)
    return left <= 0
  })
}
