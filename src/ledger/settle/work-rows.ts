/** The state of the work: what was asked for, the agent's list, its last words, and what it waits for. */
import { byTurn, type Fact, type Row } from '../ledger.ts'
import { inOrder, rowOf } from './row-of.ts'
import { isWritten, latestWritten } from './written-rows.ts'

/**
 * The original intent is the earliest, the current one the latest; nothing else is kept of them. What the user agrees to is
 * the current one with the question that it answers.
 */
export function intentRows(all: readonly Fact[], questions: readonly Fact[]): readonly Row[] {
  const facts = all.filter(fact => !isWritten(fact))
  const [first, second] = facts.filter(({ kind }) => kind === 'asked')
  // Sent too early, and then again with the rest of it.
  const original = first !== undefined && second?.about.startsWith(`${first.about} `) ? second : first
  const current = facts.findLast(({ kind }) => kind !== 'acknowledged' && kind !== 'prompted')
  const prompts = facts.filter(({ kind }) => kind === 'prompted')
  const prompted = prompts.at(-1)
  const acknowledged = facts.findLast(({ kind }) => kind === 'acknowledged')
  const rows: Row[] = []
  const add = (key: string, fact: Fact | undefined, state = key): void => {
    if (fact === undefined) return
    rows.push(rowOf({ section: 'intent', key, state, value: fact.about, note: fact.text }, [fact]))
  }
  add('original', original)
  // What a prompt asks for is not known by anybody's words, but it is no longer what was asked before.
  const isOver =
    (prompted !== undefined && current !== undefined && byTurn(prompted, current) > 0) ||
    bareChoice.test(current?.about ?? '')
  const question =
    acknowledged === undefined || (current !== undefined && byTurn(current, acknowledged) > 0)
      ? undefined
      : questions.findLast(({ turn }) => turn === acknowledged.turn - 1)
  const isAgreed = acknowledged !== undefined && question !== undefined && current !== original
  if (current !== original) add('current', current, isOver || isAgreed ? 'hidden' : 'current')
  add('acknowledged', acknowledged, 'hidden')
  if (isAgreed) {
    const words = { section: 'intent', key: 'agreed', state: 'current' }
    rows.push(rowOf({ ...words, value: acknowledged.about, note: question.about }, [acknowledged]))
  }
  // Each begins a turn.
  if (prompted !== undefined)
    rows.push(rowOf({ section: 'intent', key: 'prompted', state: 'hidden', value: '' }, prompts))
  return [...rows, ...latestWritten('intent', all)]
}

/** `3`, `b)`: which option it names is shown among the decisions. */
const bareChoice = /^[(*]{0,2}(?:[a-h]|\d{1,2})[).*]{0,2}$/i

/** How the agent's last words begin, in ledgers of earlier versions. */
export function lastWords(facts: readonly Fact[]): readonly Row[] {
  const said = facts.findLast(({ kind }) => kind === 'said')
  return said === undefined
    ? []
    : [rowOf({ section: 'state', key: 'last', state: 'last', value: said.about }, [said])]
}

/** The steps to come that the last words name, unless a later request took their place; older plans are in the list. */
export function announcedSteps(
  next: readonly Fact[],
  spoken: number | undefined,
  requested: number,
): readonly Row[] {
  const said = next.filter(fact => !isWritten(fact))
  const turn = spoken ?? said.at(-1)?.turn
  const announced = spokenRows(
    'next',
    'said',
    said.filter(fact => fact.turn === turn && fact.turn > requested),
  )
  return [...announced, ...latestWritten('next', next)]
}

/** What the agent waits for: from the user until the user speaks, from anything else as its last words say. */
export function blockedRows(
  facts: readonly Fact[],
  heard: number,
  spoken: number | undefined,
): readonly Row[] {
  return spokenRows(
    'state',
    'blocked',
    facts.filter(
      ({ kind, turn, about, source }) =>
        kind === 'blocked' && turn > heard && (turn === spoken || source === undefined || ofUser.test(about)),
    ),
  )
}

const ofUser = /\b(?:you|your|user|approval|permission)(?!\w)|你|您|あなた|ihre?|deine?|\bвас\b|vous|usted/i

/** `How can I help you today?`: nothing waits for the answer. */
const offers =
  /^\W{0,4}(?:how (?:can|may|else can) (?:i|we) (?:help|assist)|what (else )?(?:can|may) i (?:do|help)|(?:is there )?anything else|what would you like (?:me )?to (?:do|work on)( next| now| today)?)/i

/** Open until the user speaks or the agent continues without an answer: `acted` and `spoken` are its last call and words. */
export function questionRows(
  facts: readonly Fact[],
  heard: number,
  acted: number,
  spoken: number | undefined,
): readonly Row[] {
  const since = Math.max(acted, spoken ?? -1)
  return spokenRows(
    'questions',
    'open',
    facts.filter(
      ({ turn, about, text }) => turn > heard && turn >= since && (text !== undefined || !offers.test(about)),
    ),
  )
}

function spokenRows(section: string, state: string, facts: readonly Fact[]): readonly Row[] {
  const rows = Map.groupBy(facts, ({ about }) => about)
  return inOrder(
    Array.from(rows, ([key, own]) => rowOf({ section, key, state, value: key }, own.toSorted(byTurn))),
  )
}
