/** The one way from facts to a ledger: what comes out depends on which facts there are, never on how they were merged. */
import {
  type Fact,
  type FactKind,
  firstAfterCustom,
  type Ledger,
  type Row,
  type SectionName,
  sectionTitles,
} from '../ledger.ts'
import { answerRows } from './answer-rows.ts'
import { commandRows } from './command-rows.ts'
import { distinctFacts } from './distinct-facts.ts'
import { errorRows } from './error-rows.ts'
import { fileRows } from './file-rows.ts'
import { sentenceRows } from './sentence-rows.ts'
import {
  announcedSteps,
  blockedRows,
  intentRows,
  itemRows,
  lastWords,
  questionRows,
} from './standing-rows.ts'
import { talkRows } from './talk-rows.ts'
import { isWritten, latestWritten, writtenDecisions } from './written-rows.ts'

const itemKinds: ReadonlySet<FactKind> = new Set(['pending', 'active', 'done', 'cancelled'])

export function buildLedger(
  facts: readonly Fact[],
  { turns, custom, omitted }: Pick<Ledger, 'turns' | 'custom' | 'omitted'>,
): Ledger {
  const bySection = Map.groupBy(distinctFacts(facts), ({ section }) => section)
  const own = (section: string): readonly Fact[] => bySection.get(section) ?? []
  const files = own('files')
  const commands = own('commands')
  const state = own('state')
  const items = itemRows(state.filter(({ kind }) => itemKinds.has(kind)))
  const words = lastWords(state)
  const heard = own('intent').findLast(fact => !isWritten(fact))?.turn ?? -1
  const acted = Math.max(files.at(-1)?.turn ?? -1, commands.at(-1)?.turn ?? -1)
  const rows: Readonly<Record<SectionName, readonly Row[]>> = {
    intent: intentRows(own('intent')),
    talk: talkRows(own('talk')),
    files: fileRows(files),
    commands: commandRows(commands),
    errors: errorRows(own('errors'), commands, files),
    decisions: decisionRows(own('decisions'), own('questions')),
    state: [
      ...items.filter(({ section }) => section === 'state'),
      ...blockedRows(state, heard),
      ...words,
      ...latestWritten('state', state),
    ],
    questions: questionRows(own('questions'), heard, acted),
    next: [
      ...items.filter(({ section }) => section === 'next'),
      ...announcedSteps(own('next'), words[0]?.facts[0]),
    ],
    constraints: sentenceRows('constraints', own('constraints')),
  }
  const titles = [...new Set(custom)]
  const inSections = sectionOrder(titles).map(section =>
    Object.hasOwn(rows, section) ? rows[section as SectionName] : sentenceRows(section, own(section)),
  )
  return { version: 2, turns, rows: inSections.flat(), custom: titles, omitted }
}

function decisionRows(decisions: readonly Fact[], questions: readonly Fact[]): readonly Row[] {
  const { rows, absorbed } = answerRows(decisions, questions)
  const said = decisions.filter(fact => fact.kind !== 'answered' && !isWritten(fact) && !absorbed.has(fact))
  return [...sentenceRows('decisions', said), ...rows, ...writtenDecisions(decisions)].sort(
    (one, other) => one.first - other.first,
  )
}

/** Every section of a ledger in the order in which it is shown. */
export function sectionOrder(custom: readonly string[]): readonly string[] {
  return Object.keys(sectionTitles).flatMap(name => (name === firstAfterCustom ? [...custom, name] : [name]))
}
