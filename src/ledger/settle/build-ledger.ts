/** The one way from facts to a ledger: what comes out depends on which facts there are, never on how they were merged. */
import {
  type Fact,
  firstAfterCustom,
  type Ledger,
  type Row,
  type SectionName,
  sectionTitles,
} from '../ledger.ts'
import { answerRows } from './answer-rows.ts'
import { checkRows } from './check-rows.ts'
import { commandRows } from './command-rows.ts'
import { distinctFacts } from './distinct-facts.ts'
import { errorRows } from './error-rows.ts'
import { fileRows } from './file-rows.ts'
import { gitRows } from './git-rows.ts'
import { sentenceRows } from './sentence-rows.ts'
import { announcedSteps, blockedRows, intentRows, lastWords, questionRows } from './standing-rows.ts'
import { subagentRows } from './subagent-rows.ts'
import { talkRows } from './talk-rows.ts'
import { asTask, taskRows } from './task-rows.ts'
import { doingRows, turnRows, typedTurns } from './turn-rows.ts'
import { withQuestions } from './with-questions.ts'
import { isWritten, latestWritten, writtenDecisions } from './written-rows.ts'

export function buildLedger(
  facts: readonly Fact[],
  { turns, custom, omitted }: Pick<Ledger, 'turns' | 'custom' | 'omitted'>,
): Ledger {
  const bySection = new Map(
    Array.from(
      Map.groupBy(facts.map(asTask), ({ section }) => section),
      ([section, own]) => [section, distinctFacts(own)],
    ),
  )
  const own = (section: string): readonly Fact[] => bySection.get(section) ?? []
  const files = own('files')
  const commands = own('commands')
  const state = own('state')
  const typed = typedTurns([...own('talk'), ...own('intent')])
  const heard = typed.at(-1) ?? -1
  const requested =
    own('intent').findLast(({ kind }) => kind === 'asked' || kind === 'asked again')?.turn ?? -1
  const spoken = lastSpoken([...own('turns'), ...own('doing')])
  const acted = Math.max(files.at(-1)?.turn ?? -1, commands.at(-1)?.turn ?? -1)
  const rows: Readonly<Record<SectionName, readonly Row[]>> = {
    intent: intentRows(own('intent')),
    talk: talkRows(own('talk')),
    turns: turnRows(own('turns'), typed),
    subagents: subagentRows(own('subagents')),
    files: fileRows(files),
    commands: commandRows(commands),
    checks: checkRows(own('checks'), files),
    git: gitRows(own('git'), files),
    errors: errorRows(own('errors'), { commands, files, heard }),
    decisions: decisionRows(own('decisions'), own('questions'), own('talk')),
    tasks: taskRows(own('tasks')),
    doing: doingRows(own('doing'), typed, [...files, ...commands]),
    state: [
      ...blockedRows(state, heard, spoken),
      // Ledgers of earlier versions know of the last words only how they begin.
      ...(spoken === undefined ? lastWords(state) : []),
      ...latestWritten('state', state),
    ],
    questions: questionRows(own('questions'), heard, acted),
    next: announcedSteps(own('next'), spoken, requested),
    constraints: sentenceRows('constraints', own('constraints')),
  }
  const titles = [...new Set(custom)]
  const inSections = sectionOrder(titles).map(section =>
    Object.hasOwn(rows, section) ? rows[section as SectionName] : sentenceRows(section, own(section)),
  )
  return { version: 2, turns, rows: inSections.flat(), custom: titles, omitted }
}

function decisionRows(
  decisions: readonly Fact[],
  questions: readonly Fact[],
  talk: readonly Fact[],
): readonly Row[] {
  const { rows, absorbed } = answerRows(decisions, questions)
  const said = decisions.filter(fact => fact.kind !== 'answered' && !isWritten(fact) && !absorbed.has(fact))
  return [
    ...withQuestions(sentenceRows('decisions', said), talk),
    ...rows,
    ...writtenDecisions(decisions),
  ].sort((one, other) => one.first - other.first)
}

/** Every section of a ledger in the order in which it is shown. */
export function sectionOrder(custom: readonly string[]): readonly string[] {
  return Object.keys(sectionTitles).flatMap(name => (name === firstAfterCustom ? [...custom, name] : [name]))
}

/** The number of the message with the agent's last words. */
function lastSpoken(facts: readonly Fact[]): number | undefined {
  const turns = facts.flatMap(({ kind, turn }) => (kind === 'concluded' || kind === 'said' ? [turn] : []))
  return turns.length === 0 ? undefined : turns.reduce((one, other) => Math.max(one, other))
}
