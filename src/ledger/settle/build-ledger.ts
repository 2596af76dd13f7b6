/** The one way from facts to a ledger: what comes out depends on which facts there are, never on how they were merged. */
import { isAcknowledgement } from '../../scan/acknowledgement.ts'
import { readCheck } from '../../scan/actions/shell/command-check.ts'
import { sessionSignalsIn } from '../../scan/signals/session-signals.ts'
import { isWithdrawal } from '../../scan/withdrawal.ts'
import { bySubagent } from '../facts/subagent-facts.ts'
import {
  byTurn,
  type Fact,
  firstAfterCustom,
  type Ledger,
  type Row,
  type SectionName,
  sectionTitles,
} from '../ledger.ts'
import { withAmendments, withoutPassedRules, withReversals } from './amendments.ts'
import { answerRows } from './answer-rows.ts'
import { cancelledChanges } from './cancelled-changes.ts'
import { checkRows } from './check-rows.ts'
import { errorRows } from './error-rows.ts'
import { isNotes, isSureChange } from './file-changes-since.ts'
import { fileNamer, fileRows, operationsOfFacts } from './file-rows.ts'
import { gitState } from './git-state.ts'
import { removesAll, withRemovedFiles } from './removed-files.ts'
import { inOrder, rowOf } from './row-of.ts'
import { sentenceRows } from './sentence-rows.ts'
import { withTakenBackTasks } from './taken-back-tasks.ts'
import { asTask, taskRows } from './task-rows.ts'
import { doingRows, turnRows, typedTurns } from './turn-rows.ts'
import { announcedSteps, blockedRows, intentRows, lastWords, questionRows } from './work-rows.ts'
import { Worktrees } from './worktrees.ts'
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
  const trees = new Worktrees(own('git'))
  const touched = own('files')
  const files = touched.some(removesAll) ? withRemovedFiles(touched, fileNamer(touched, trees)) : touched
  const operations = operationsOfFacts(files, own('git'), trees)
  const changes = files.filter(isSureChange)
  const commands = own('commands')
  const reported = files.filter(isReported)
  const talk = own('talk')
  const git = gitState({ git: own('git'), talk, commands, changes, reported, operations, trees })
  const changed = fileRows(files, operations, { ...git, trees })
  const byFile = Map.groupBy(changes, fileNamer(changes, trees)).values()
  const cancelled = cancelledChanges(byFile, operations, git.editOutcomeOf)
  const state = own('state')
  const typed = typedTurns([...talk, ...own('intent')])
  const heard = typed.at(-1) ?? -1
  // An answer through a tool or a rejection says as much as a message.
  const replied = Math.max(heard, talk.at(-1)?.turn ?? -1)
  const requests = requestsInForce(own('intent'), talk)
  const requested = requests.findLast(({ kind }) => kind === 'asked' || kind === 'asked again')?.turn ?? -1
  const spoken = lastSpoken([...own('turns'), ...own('doing')])
  const acted = Math.max(files.at(-1)?.turn ?? -1, commands.at(-1)?.turn ?? -1)
  const rows: Readonly<Record<SectionName, readonly Row[]>> = {
    intent: intentRows(requests, own('questions')),
    talk: talkRows(talk),
    turns: turnRows(own('turns'), typed),
    subagents: subagentRows(own('subagents')),
    files: changed,
    commands: commandRows(commands),
    checks: checkRows(own('checks'), { ...git, cancelled }),
    git: git.rows,
    errors: errorRows(own('errors'), { commands, changes, files, typed }),
    decisions: decisionRows(own('decisions'), own('questions'), talk),
    tasks: withTakenBackTasks(taskRows(own('tasks')), changed, git.editOutcomeOf),
    doing: doingRows(own('doing'), typed, [...files, ...commands]),
    state: [
      ...blockedRows(state, heard, spoken),
      // Ledgers of earlier versions know of the last words only how they begin.
      ...(spoken === undefined ? lastWords(state) : []),
      ...latestWritten('state', state),
    ],
    questions: questionRows(own('questions'), replied, acted, spoken),
    next: announcedSteps(own('next'), spoken, requested),
    constraints: withoutPassedRules(
      withAmendments(sentenceRows('constraints', own('constraints')), talk),
      requested,
    ),
  }
  const titles = [...new Set(custom)]
  const inSections = sectionOrder(titles).map(section =>
    Object.hasOwn(rows, section) ? rows[section as SectionName] : sentenceRows(section, own(section)),
  )
  return { version: 2, turns, rows: inSections.flat(), custom: titles, omitted }
}

/** Whether only the report of a subagent says so. */
function isReported({ about, text, source }: Fact): boolean {
  return text === bySubagent && source !== undefined && !isNotes(about)
}

function decisionRows(
  decisions: readonly Fact[],
  questions: readonly Fact[],
  talk: readonly Fact[],
): readonly Row[] {
  const { rows, absorbed } = answerRows(decisions, questions)
  const said = decisions.filter(fact => fact.kind !== 'answered' && !isWritten(fact) && !absorbed.has(fact))
  const all = [
    ...withQuestions(sentenceRows('decisions', said), talk),
    ...rows,
    ...writtenDecisions(decisions),
  ].sort((one, other) => one.first - other.first)
  return withReversals(all, talk)
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

/** What the user said, in order: each message, answer and rejection is a row of its own. */
function talkRows(facts: readonly Fact[]): readonly Row[] {
  return facts.map(fact => {
    const { kind, about, text, turn, order } = fact
    return rowOf({ section: 'talk', key: `${turn} ${order}`, state: kind, value: about, note: text }, [fact])
  })
}

/** Subagents: what each reported last, with what it was asked to do; running where it has not reported. */
function subagentRows(facts: readonly Fact[]): readonly Row[] {
  const agents = Map.groupBy(facts, ({ task, turn, order }) => task ?? `${turn} ${order}`)
  return inOrder(Array.from(agents, ([key, own]) => subagentRow(key, own)))
}

function subagentRow(key: string, facts: readonly Fact[]): Row {
  const report = facts.findLast(({ kind }) => kind === 'concluded')
  const asked = facts.find(({ kind }) => kind === 'asked')
  const task = asked?.about ?? facts.find(({ text }) => text !== undefined)?.text
  const row = { section: 'subagents', key }
  if (report === undefined) return rowOf({ ...row, state: 'running', value: task ?? '' }, facts)
  return { ...rowOf({ ...row, state: '', value: report.about, note: task }, facts), by: report.by }
}

/** Decisions of the agent without a reason, with the question of the user that they answer. */
const maxLength = 300

/** `rows`: of decisions, in order. `talk`: in order. */
function withQuestions(rows: readonly Row[], talk: readonly Fact[]): readonly Row[] {
  const typed = talk.filter(({ kind }) => kind === 'typed')
  let next = 0
  return rows.map(row => {
    while (next < typed.length && (typed[next] as Fact).turn < row.first) next += 1
    const asked = typed[next - 1]?.about.trim() ?? ''
    const isQuestion = /[?？]$/.test(asked) && asked.length <= maxLength
    const needsReason =
      row.by === 'assistant' && row.note === undefined && !sessionSignalsIn(row.value).includes('reason')
    return needsReason && isQuestion ? { ...row, note: asked } : row
  })
}

/** Commands: how each ended when it was run last, and what it printed of that. */
function commandRows(facts: readonly Fact[]): readonly Row[] {
  const commands = Map.groupBy(facts, ({ about }) => about)
  return inOrder(
    Array.from(commands, ([key, runs]) => {
      // A refused run, or one that still runs, has no outcome.
      const ended =
        runs.findLast(({ kind }) => kind !== 'ran' && kind !== 'rejected') ??
        runs.findLast(({ kind }) => kind === 'rejected')
      // What a check printed is among the checks.
      const text = ended?.text ?? ''
      const value = text === '' || readCheck(key).isCheck ? '' : text
      return rowOf({ section: 'commands', key, state: stateOf(ended), value }, runs)
    }),
  )
}

function stateOf(ended: Fact | undefined): string {
  if (ended === undefined) return 'unknown'
  if (ended.kind !== 'failed') return ended.kind
  return ended.exitCode === undefined ? 'failed' : `exit ${ended.exitCode}`
}

/** `facts`: of one section. */
function distinctFacts(facts: readonly Fact[]): readonly Fact[] {
  const distinct: Fact[] = []
  // What a fact is called by is long: only facts of the same message can be the same.
  for (const own of Map.groupBy(facts, ({ turn }) => turn).values())
    if (own.length === 1) distinct.push(own[0] as Fact)
    else distinct.push(...withoutTwins(own))
  return distinct.sort((one, other) => byTurn(one, other) || (identity(one) < identity(other) ? -1 : 1))
}

function withoutTwins(facts: readonly Fact[]): Iterable<Fact> {
  if (new Set(facts.map(({ about }) => about)).size === facts.length) return facts
  const known = new Map<string, Fact>()
  for (const fact of facts) {
    const key = identity(fact)
    const twin = known.get(key)
    if (twin === undefined || isBetter(fact, twin)) known.set(key, fact)
  }
  return known.values()
}

function identity(fact: Fact): string {
  const { section, kind, about, turn, by, task, list, lines, isDoubtful, whole, goneAt } = fact
  // Whether an announced step is done depends on the other facts; the options of a question are not shown.
  const text = kind === 'announced' || section === 'questions' ? undefined : fact.text
  // Calls of one message that create the same are several: each has posted a comment of its own.
  const place = section === 'git' && kind === 'created' ? fact.order : undefined
  return JSON.stringify([
    section,
    kind,
    turn,
    by,
    about,
    text,
    task,
    list,
    lines,
    isDoubtful,
    whole,
    goneAt,
    place,
  ])
}

/** The one that knows where it comes from. */
function isBetter(fact: Fact, twin: Fact): boolean {
  if ((fact.source === undefined) !== (twin.source === undefined)) return fact.source !== undefined
  return fact.order < twin.order
}

/** Without requests that the user took back with the next message. Of the request before the one that was taken back a ledger may know only the words. */
function requestsInForce(intent: readonly Fact[], talk: readonly Fact[]): readonly Fact[] {
  const typed = talk.filter(({ kind }) => kind === 'typed')
  const withdrawing = new Set(typed.flatMap(({ about, turn }) => (isWithdrawal(about) ? [turn] : [])))
  if (withdrawing.size === 0) return intent
  const turns = [...new Set([...intent, ...talk].map(({ turn }) => turn))].sort((one, other) => one - other)
  const withdrawn = turns.filter((_, at) => withdrawing.has(turns[at + 1] ?? -1))
  const gone = withdrawing.union(new Set(withdrawn))
  const inForce = intent.filter(({ turn }) => !gone.has(turn))
  const last = typed.findLast(({ turn, about }) => !gone.has(turn) && !isAcknowledgement(about))
  if (last === undefined || (inForce.at(-1)?.turn ?? -1) >= last.turn) return inForce
  const { text: _, ...words } = last
  return [...inForce, { ...words, section: 'intent', kind: 'asked' }]
}
