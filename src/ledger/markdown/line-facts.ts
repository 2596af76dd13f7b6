/** The facts of one shown row: reads back what `rowLine` wrote. */
import { present } from '../../tokens/json-value.ts'
import type { Role } from '../../types.ts'
import { isCutCommand } from '../facts/command-line.ts'
import { undecided } from '../facts/run-facts.ts'
import type { Fact, FactKind } from '../ledger.ts'
import { lastEditKey } from '../settle/turn-rows.ts'
import { writtenState } from '../settle/written-rows.ts'
import { fromLines, unquoted, unquotedCommand } from './line-text.ts'
import { fromRoot } from './root-line.ts'
import { isItem, pastedMark } from './row-line.ts'

/** No row has more facts, so that the order of the rows is the order of their facts. */
const maxFacts = 16

/** How the rows were written: the directory that most files are in, and the number of the first message. */
interface Rendering {
  readonly root: string | undefined
  readonly firstNumber: number
}

/** `lines`: a row and the lines that belong to it. `undefined`: not a row of this section. */
export function lineFacts(
  section: string,
  lines: readonly string[],
  order: number,
  { root, firstNumber }: Rendering,
): readonly Fact[] | undefined {
  const [first = ''] = lines
  if (!first.startsWith('- ')) return undefined
  const body = [first.slice(2), ...lines.slice(1)]
  let made = 0
  const make: Make = ({ kind, about, by, turn, goneAt, committedAt, ...rest }) => {
    made += 1
    const number = (shown: string | number): number => Math.max(0, Number(shown) - firstNumber)
    const later = {
      goneAt: goneAt === undefined ? undefined : number(goneAt),
      committedAt: committedAt === undefined ? undefined : number(committedAt),
    }
    const own = { section, order: order * maxFacts + made, kind, about, by, turn: number(turn) }
    return { ...own, ...present({ ...rest, ...later }) }
  }
  switch (section) {
    case 'files':
      return fileFacts(body, make, root)
    case 'commands':
      return commandFacts(body, make)
    case 'checks':
      return checkFacts(body, make)
    case 'git':
      return gitFacts(body, make)
    case 'errors':
      return errorFacts(body, make)
    default:
      return sentenceFacts(section, body, make)
  }
}

type ReadFields = Omit<
  Fact,
  'section' | 'order' | 'kind' | 'about' | 'by' | 'turn' | 'goneAt' | 'committedAt'
>

/** What a row says of a fact; numbers of messages as it shows them. */
type Make = (
  fact: Pick<Fact, 'kind' | 'about' | 'by'> & {
    readonly [Name in keyof ReadFields]?: ReadFields[Name] | undefined
  } & {
    readonly turn: string | number
    readonly goneAt?: string | number | undefined
    readonly committedAt?: string | number | undefined
  },
) => Fact

const turns = '#(\\d{1,15})(?:–#(\\d{1,15}))?'
const roles = '(user|assistant|system|developer|tool)'
/** As `quoted` writes it. */
const name = '`[^`]+`|"(?:[^"\\\\]|\\\\.)*"|[^\\s`"(){}[\\]]+'
/** As `onBranch` writes it. */
const onBranch = `(?: on (another branch|${name}))?`
const fileRest = new RegExp(
  `^ \\(((?:perhaps )?[a-z]+(?:, (?:perhaps )?[a-z]+)*); ${turns}(?:; committed #(\\d{1,15})${onBranch})?\\)(?:: (.*))?$`,
  's',
)

function fileFacts(
  body: readonly string[],
  make: Make,
  root: string | undefined,
): readonly Fact[] | undefined {
  const named = unquoted(body[0] as string)
  const found = named && fileRest.exec((body[0] as string).slice(named.end))
  if (!named || !found) return undefined
  const [, states = '', first = '', last, committed, branch, changed] = found
  const text = changed === undefined ? undefined : fromLines([changed, ...body.slice(1)])
  const namedOperations = states.split(', ')
  const operations = namedOperations.length === 1 && last !== undefined ? [states, states] : namedOperations
  return operations.map((state, index) => {
    const isLast = index === operations.length - 1
    const isDoubtful = state.startsWith('perhaps ')
    return make({
      kind: state.replace('perhaps ', '') as FactKind,
      about: fromRoot(named.name, root),
      turn: (isLast ? last : undefined) ?? first,
      by: 'assistant',
      text: isLast ? text : undefined,
      isDoubtful: isDoubtful || undefined,
      committedAt: committed,
      branch: branchIn(branch),
    })
  })
}

const commandRest = new RegExp(
  `^ → (ok|finished|failed|rejected|unknown|exit (-?\\d{1,12})) ${turns}(?:: (.*))?$`,
  's',
)

function commandFacts(body: readonly string[], make: Make): readonly Fact[] | undefined {
  const line = body[0] as string
  const named = line.startsWith('ran ') ? unquotedCommand(line.slice(4)) : undefined
  const found = named && commandRest.exec(line.slice(4 + named.end))
  if (!named || !found) return undefined
  const [, state = '', exitCode, first = '', last, printed] = found
  const about = named.name
  const kind = state === 'unknown' ? 'ran' : exitCode === undefined ? (state as FactKind) : 'failed'
  const ended = make({
    kind,
    about,
    turn: last ?? first,
    by: 'assistant',
    text: printed === undefined ? undefined : fromLines([printed, ...body.slice(1)]),
    exitCode: exitCode === undefined ? undefined : Number(exitCode),
  })
  return last === undefined ? [ended] : [make({ kind: 'ran', about, turn: first, by: 'assistant' }), ended]
}

function branchIn(shown: string | undefined): string | undefined {
  return shown === 'another branch' ? '' : (unquoted(shown ?? '')?.name ?? shown)
}

const checkHead = new RegExp(
  `^(passed|failed|unknown|${undecided.join('|')}) ${turns}(${pastedMark})?${onBranch} `,
)
const checkRest = /^(?: \(((?:[^)\\]|\\.|\)(?!: |$))*)\))?(?:: (.*))?$/s

function checkFacts(body: readonly string[], make: Make): readonly Fact[] | undefined {
  const line = body[0] as string
  const head = checkHead.exec(line)
  if (head === null) return undefined
  const [{ length }, state = '', turn = '', , pasted, branch] = head
  const isUndecided = undecided.includes(state)
  const named = unquotedCommand(line.slice(length))
  const rest = named && checkRest.exec(line.slice(length + named.end))
  if (!named || !rest) return undefined
  const [, note, said] = rest
  const printed = said === undefined ? [] : [fromLines([said, ...body.slice(1)])]
  const texts = isUndecided ? [state, ...printed] : printed
  return [
    make({
      kind: state === 'unknown' || isUndecided ? 'ran' : (state as FactKind),
      about: named.name,
      turn,
      by: pasted === undefined ? 'tool' : 'user',
      text: texts.length === 0 ? undefined : texts.join('\n'),
      ...(note === undefined ? {} : changedSince(String(JSON.parse(`"${note}"`)))),
      branch: branchIn(branch),
    }),
  ]
}

/** `rebase #12 since; 1 file changed since: a.ts` */
const rewriteMark = /^([a-z-]{2,20}) #(\d{1,15})(?= since)/

function changedSince(note: string): Pick<Fact, 'changedSince' | 'goneAt'> {
  const [mark, rewrite = '', number] = rewriteMark.exec(note) ?? []
  if (mark === undefined) return { changedSince: note }
  return { changedSince: `${rewrite}${note.slice(mark.length)}`, goneAt: Number(number) }
}

const gitLine = new RegExp(`^([a-z]+(?: [a-z]+)?) ${turns}: (.*)$`, 's')

function gitFacts(body: readonly string[], make: Make): readonly Fact[] | undefined {
  const found = gitLine.exec(body[0] as string)
  if (found === null) return undefined
  const [, about = '', turn = '', , said = ''] = found
  return [make({ kind: 'shown', about, turn, by: 'tool', text: fromLines([said, ...body.slice(1)]) })]
}

const errorHead = new RegExp(
  `^(open|resolved|unverified|past|expected) ${turns} (?:(ran|refused)|${roles} (reported))`,
)
const errorRest = /^(?: \((?:after|changed since:) ((?:[^)\\]|\\.|\)(?!: ))*)\))?: (.*)$/s

function errorFacts(body: readonly string[], make: Make): readonly Fact[] | undefined {
  const line = body[0] as string
  const head = errorHead.exec(line)
  if (head === null) return undefined
  const [{ length }, state, first = '', last, tried, by = 'tool', reported] = head
  const verb = tried ?? reported
  const named = verb === 'reported' ? { name: '', end: -1 } : unquotedCommand(line.slice(length + 1))
  const rest = named && errorRest.exec(line.slice(length + 1 + named.end))
  if (!named || !rest) return undefined
  const [, note, said = ''] = rest
  const text = fromLines([said, ...body.slice(1)])
  const kind: FactKind = verb === 'ran' ? 'failed' : (verb as FactKind)
  const failed = (turn: string): Fact =>
    make({
      kind,
      about: kind === 'reported' ? text : named.name,
      turn,
      by: by as Role,
      text: kind === 'reported' ? undefined : text,
      // Only this row can know which command it was.
      whole: kind === 'failed' && isCutCommand(named.name) ? `${named.name} ${first}` : undefined,
      goneAt: state === 'resolved' ? (last ?? first) : undefined,
      renderedState: state === 'unverified' || state === 'past' ? state : undefined,
      isExpected: state === 'expected' || undefined,
      goneAfter: note === undefined ? undefined : String(JSON.parse(`"${note}"`)),
    })
  return state === 'resolved' || last === undefined ? [failed(first)] : [failed(first), failed(last)]
}

const sentenceHead = new RegExp(
  `^(?:([a-z]+(?: [a-z]+){0,2}) )?${turns}(?: ${roles})?(, beginning)?(, end)?(?:, replaced by #(\\d{1,15}))?(?:, amended by #(\\d{1,15}))?(?: \\(task ([\\w.-]{1,40})\\))?(?: \\(list (${name})\\))?:(?: (.*))?$`,
  's',
)
const whyMark = /^ {2}(?:Why|Asked|Sent|Call|Task): /

function sentenceFacts(section: string, body: readonly string[], make: Make): readonly Fact[] | undefined {
  const found = sentenceHead.exec(body[0] as string)
  if (found === null) return undefined
  const [, state = '', first = '', last, role = 'assistant', isCut, isEnd, ...others] = found
  const [successor, amendment, task, list, said = ''] = others
  const why = body.findIndex((line, index) => index > 0 && whyMark.test(line))
  const about = fromLines([said, ...body.slice(1, why < 0 ? undefined : why)])
  const note =
    why < 0 ? undefined : fromLines([(body[why] as string).replace(whyMark, ''), ...body.slice(why + 1)])
  const by = role as Role
  const kind = kindOf(section, state)
  const text = section === 'doing' && kind !== 'said' ? state.replace(`${lastEditKey} `, '') : note
  const fact = (turn: string): Fact =>
    make({
      kind,
      about,
      turn,
      by,
      text,
      isCut: isCut === undefined ? undefined : true,
      isEnd: isEnd === undefined ? undefined : true,
      task,
      list: unquoted(list ?? '')?.name ?? list,
    })
  const facts = [fact(first), ...(last === undefined ? [] : [fact(last)])]
  const later = (kind: FactKind, turn: string | undefined): readonly Fact[] =>
    turn === undefined ? [] : [make({ kind, about, turn, by, text })]
  facts.push(...later('replaced', successor), ...later('amended', amendment))
  // Earlier versions show the items of the list in other sections.
  return isItem({ section, state }) ? facts.map(each => ({ ...each, section: 'tasks' })) : facts
}

const talkKinds: ReadonlySet<string> = new Set(['typed', 'chose', 'rejected'])

function kindOf(section: string, state: string): FactKind {
  if (state === writtenState) return 'written'
  if (section === 'intent') return state === 'current' ? 'asked again' : 'asked'
  if (section === 'questions') return 'asked'
  if (section === 'talk') return talkKinds.has(state) ? (state as FactKind) : 'typed'
  if (section === 'turns') return 'concluded'
  if (section === 'subagents') return state === 'running' ? 'asked' : 'concluded'
  if (section === 'doing') return doingKind(state)
  if (isItem({ section, state }) || state === 'blocked') return state as FactKind
  return 'said'
}

function doingKind(state: string): FactKind {
  if (state.startsWith(lastEditKey)) return 'edited'
  return state === 'said' ? 'said' : 'announced'
}
