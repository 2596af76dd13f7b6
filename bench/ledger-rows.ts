/**
 * Draws rows of the ledgers of recorded sessions at random, and prints each with the messages around it, so that a reader
 * can tell whether it is true and current: `node bench/ledger-rows.ts --rows 40 --seed 1 --sections checks,git`.
 * `--label` prints only which rows were drawn, by hash, for a table of what readers found.
 */
import { parseArgs } from 'node:util'
import { formatNamed } from '../src/formats/index.ts'
import type { Row } from '../src/ledger/ledger.ts'
import { ledgerOfMessages } from '../src/ledger/ledger-of-messages.ts'
import { rowLine } from '../src/ledger/markdown/row-line.ts'
import { actionsIn, type LocatedAction } from '../src/scan/actions/actions-in.ts'
import { hashText } from '../src/tokens/hash.ts'
import { seededRandom } from '../src/tools/evaluate/exam/exam-scores.ts'
import type { Message } from '../src/types.ts'
import { corpusSessions } from './corpus-transcripts.ts'
import { readSessions } from './session-files.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    sessions: { type: 'string', default: '60' },
    sections: { type: 'string', default: 'commands,checks,git,errors' },
    label: { type: 'boolean', default: false },
  },
})

function drawn<Item>(items: readonly Item[], count: number, random: () => number): readonly Item[] {
  const rest = [...items]
  const chosen: Item[] = []
  while (chosen.length < count && rest.length > 0)
    chosen.push(...rest.splice(Math.floor(random() * rest.length), 1))
  return chosen
}

interface Session {
  readonly name: string
  readonly messages: readonly Message[]
}

interface Drawn extends Session {
  readonly row: Row
}

async function read(): Promise<readonly Session[]> {
  const sessions: Session[] = []
  for await (const { name, transcript } of readSessions(corpusSessions())) {
    const messages = formatNamed(transcript.format).read(transcript.messages)
    if (messages.some(({ blocks }) => blocks.some(({ type }) => type === 'toolCall')))
      sessions.push({ name, messages })
  }
  return sessions
}

const shownLength = 700

function short(text: string, length = shownLength): string {
  return text.length <= length ? text : `${text.slice(0, length / 2)}\n   […]\n${text.slice(-length / 2)}`
}

function printed(message: Message | undefined, at: number): string {
  const texts = message?.blocks.flatMap(block => (block.type === 'opaque' ? [] : [short(block.text)])) ?? []
  return `  #${at} ${message?.role}: ${texts.join('\n  | ')}`
}

/** The messages that the row comes from, the answers to their calls and the calls of their answers. */
function placesOf({ row, messages }: Drawn): readonly number[] {
  const turns = new Set(row.facts.slice(-2).map(({ turn }) => turn))
  for (const { message, answer } of actionsIn(messages))
    if (answer !== undefined && (turns.has(message) || turns.has(answer.message)))
      for (const at of [message, answer.message]) turns.add(at)
  return [...turns].sort((one, other) => one - other).slice(0, 4)
}

/** What happened later that may make the row out of date. */
function laterThan({ row, messages }: Drawn): readonly string[] {
  const later = actionsIn(messages).filter(({ message }) => message > row.last)
  const program = row.key.split(' ', 1)[0] ?? ''
  const isNear = ({ action }: LocatedAction): boolean => {
    if (action.type !== 'run') return row.section === 'checks' && /create|modify|delete/.test(action.type)
    if (row.section === 'git') return /\b(?:git|gh)\b/.test(action.command)
    return action.command.includes(program)
  }
  return later
    .filter(isNear)
    .slice(0, 8)
    .map(({ message, action, answer }) => {
      const what =
        action.type === 'run' ? action.command : `${action.type} ${'path' in action ? action.path : ''}`
      return `  later #${message} ${short(what.replaceAll('\n', ' '), 160)} => ${action.outcome} ${short(answer?.text ?? '', 160).replaceAll('\n', ' ⏎ ')}`
    })
}

const random = seededRandom(Number(values.seed))
const sections = new Set(values.sections.split(','))
const sessions = drawn(await read(), Number(values.sessions), random)
const all = sessions.flatMap(session =>
  ledgerOfMessages(session.messages)
    .rows.filter(({ section, state }) => sections.has(section) && state !== 'hidden')
    .map((row): Drawn => ({ ...session, row })),
)
// Small sections are drawn as often as large ones.
const bySection = Map.groupBy(all, ({ row }) => row.section)
const each = Math.ceil(Number(values.rows) / bySection.size)
for (const [section, rows] of bySection)
  for (const one of drawn(rows, each, random)) {
    const { row, messages, name } = one
    const label = hashText(`${name.split('/').at(-1)} ${row.section} ${row.key} ${row.first}`).slice(0, 10)
    if (values.label) {
      console.log(`${section} ${label} ${hashText(rowLine(row)).slice(0, 10)} ${row.state}`)
      continue
    }
    console.log(`\n=== ${label} ${section} · ${name.split('/').at(-1)} · of ${messages.length} messages`)
    console.log(rowLine(row))
    for (const at of placesOf(one)) console.log(printed(messages[at], at))
    for (const line of laterThan(one)) console.log(line)
  }
