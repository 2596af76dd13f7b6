/** Facts about subagents: what each was asked to do, and the end of what it reported. */
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import { isInterrupted } from '../../scan/actions/outcome-of.ts'
import { reportedChanges } from '../../scan/actions/reported-changes.ts'
import {
  delegateAnswer,
  laterAnswers,
  type SubagentAnswer,
  waitedAnswers,
} from '../../scan/actions/subagent-answer.ts'
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { locatedBlocks } from '../../scan/located-blocks.ts'
import type { Message, Target } from '../../types.ts'
import { endingOf } from '../ending-of.ts'
import type { FactCollector } from './fact-collector.ts'

/** Verdict, numbers and last paragraphs are at the end. */
const maxReportLength = 4000
const maxTaskLength = 400

/** What a call that started a subagent brought. */
export function addDelegateFacts(
  collector: FactCollector,
  { message, block, action, answer }: LocatedAction,
  isRefused: boolean,
): void {
  if (action.type !== 'delegate' || isRefused || action.outcome === 'failed') return
  if (answer !== undefined && isInterrupted(answer.text)) return
  const text = graphemeCut(action.task.trim(), maxTaskLength).trimEnd()
  const found = answer === undefined ? {} : delegateAnswer(answer.text)
  if (answer !== undefined && found.report !== undefined) addReport(collector, answer, found, text)
  else
    collector.add(
      { message, block },
      { section: 'subagents', kind: 'asked', about: text, by: 'assistant', ...named(found) },
    )
}

/** Reports that came later: asked for by the name of the subagent, or reported by a program. */
export function addReportFacts(collector: FactCollector, messages: readonly Message[]): void {
  const waits = new Set<string>()
  for (const place of locatedBlocks(messages)) {
    const { type, own, role } = place
    if (type === 'toolCall' && waitTool.test(own.name)) waits.add(own.callId)
    if (type === 'opaque' || type === 'toolCall' || (type === 'text' && role !== 'user')) continue
    const isWaited = type === 'toolResult' && waits.has(own.callId)
    // A file that is read out may quote a report.
    const mayReport = isWaited || type === 'text' || own.text.startsWith('<')
    for (const answer of mayReport ? (isWaited ? waitedAnswers : laterAnswers)(own.text) : [])
      addReport(collector, place, answer, answer.task)
  }
}

const waitTool = /(?:^|[._])wait(_?agents?)?$/i

function addReport(
  collector: FactCollector,
  place: Target,
  answer: SubagentAnswer,
  text: string | undefined,
): void {
  const { report } = answer
  if (report === undefined) return
  const about = endingOf(report, maxReportLength)
  collector.add(place, {
    section: 'subagents',
    kind: 'concluded',
    about,
    by: 'tool',
    ...(text === undefined ? {} : { text }),
    ...named(answer),
    ...(about.length < report.length ? { isEnd: true } : {}),
  })
  for (const { operation, path } of reportedChanges(report))
    collector.add(place, {
      section: 'files',
      kind: operation,
      about: path,
      by: 'tool',
      text: bySubagent,
      // Only the subagent has seen it.
      isDoubtful: true,
    })
}

/** For a file that a subagent reports as changed. */
export const bySubagent = 'by a subagent'

function named({ id }: SubagentAnswer): { readonly task?: string } {
  return id !== undefined && /^[\w.-]{1,40}$/.test(id) ? { task: id } : {}
}
