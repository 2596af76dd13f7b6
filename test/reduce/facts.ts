/** Texts of ten sentences of which one holds a fact, by the kind of the fact; the same ones for the same number. */

/** Numbers from 0 to `below`, always the same for one seed. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = (seed * 2654435761 + 12345) >>> 0
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Random = (below: number) => number
const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[random(values.length)] as Value
const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, (_, at) => (at === 0 ? 1 + random(9) : random(10))).join('')

interface FactKind {
  readonly kind: string
  /** What must be found in the summary. */
  readonly fact: (random: Random) => string
  /** A clause that says it. */
  readonly clause: (fact: string) => string
}

const things = ['database', 'worker', 'gateway', 'scheduler', 'billing', 'search', 'mailer', 'archive']
const nouns = ['cache', 'proxy', 'queue', 'index', 'bucket', 'router']

export const factKinds: readonly FactKind[] = [
  {
    kind: 'identifier',
    fact: random =>
      `${pick(random, ['fetch', 'load', 'parse'])}${pick(random, ['Orders', 'Users', 'Tokens'])}`,
    clause: fact => `the loop calls ${fact} again`,
  },
  {
    kind: 'number',
    fact: random => digits(random, 3 + random(4)),
    clause: fact => `the total came out at ${fact} in the end`,
  },
  {
    kind: 'small number',
    fact: random => ` ${2 + random(90)} `,
    clause: fact => `we settled on${fact}as the cap`,
  },
  {
    kind: 'number with unit',
    fact: random =>
      `${2 + random(900)} ${pick(random, ['ms', 'MB', 'seconds', 'GB', 'minutes', '%', 'retries'])}`,
    clause: fact => `the limit is now ${fact}`,
  },
  {
    kind: 'money',
    fact: random => `$${1 + random(900)}.${10 + random(90)}`,
    clause: fact => `the bill was ${fact}`,
  },
  {
    kind: 'hyphenated id',
    fact: random => `${pick(random, nouns)}-${pick(random, ['prod', 'eu', 'blue'])}-${digits(random, 3)}`,
    clause: fact => `the host is called ${fact}`,
  },
  {
    kind: 'issue',
    fact: random =>
      random(2) === 0 ? `#${10 + random(900)}` : `${pick(random, ['HO', 'OPS', 'WEB'])}-${1 + random(900)}`,
    clause: fact => `it is tracked as ${fact}`,
  },
  {
    kind: 'port',
    fact: random =>
      pick(random, [
        `port ${1024 + random(60000)}`,
        `:${1024 + random(60000)}`,
        `localhost:${1024 + random(60000)}`,
      ]),
    clause: fact => `it listens on ${fact}`,
  },
  {
    kind: 'negation',
    fact: random =>
      pick(random, [
        'not to be restarted',
        'never touch the archive',
        "don't rotate the keys",
        'without any backups',
        'no admin account',
      ]),
    clause: fact => `the rule says ${fact}`,
  },
  {
    kind: 'quoted name',
    fact: random => `"${pick(random, ['blue heron', 'night shift', 'open door', 'silent drum'])}"`,
    clause: fact => `the plan goes by ${fact}`,
  },
  {
    kind: 'URL',
    fact: random => `https://${pick(random, things)}.example.org/${pick(random, nouns)}/${random(100)}`,
    clause: fact => `the page is at ${fact}`,
  },
  {
    kind: 'e-mail',
    fact: random => `${pick(random, ['ops', 'mira', 'jan'])}@${pick(random, things)}.example.org`,
    clause: fact => `questions go to ${fact}`,
  },
  {
    kind: 'date',
    fact: random =>
      pick(random, [
        `2026-0${1 + random(9)}-1${random(9)}`,
        `March ${1 + random(28)}`,
        `${1 + random(28)} May 2026`,
        `${10 + random(18)}.0${1 + random(9)}.2026`,
        'Friday',
      ]),
    clause: fact => `the switch happens on ${fact}`,
  },
  {
    kind: 'time',
    fact: random => `${10 + random(13)}:${10 + random(49)}`,
    clause: fact => `the window opens at ${fact}`,
  },
  {
    kind: 'version',
    fact: random => `v${random(9)}.${random(20)}.${random(20)}`,
    clause: fact => `the fix shipped in ${fact}`,
  },
  {
    kind: 'path',
    fact: random => `src/${pick(random, things)}/${pick(random, nouns)}.ts`,
    clause: fact => `the change is in ${fact}`,
  },
  {
    kind: 'error',
    fact: random =>
      pick(random, ['ECONNREFUSED', 'TimeoutError', 'NullPointerException', 'ENOSPC', 'SIGKILL']),
    clause: fact => `the run ended with ${fact}`,
  },
  {
    kind: 'hash',
    fact: random => `a${digits(random, 4)}bf${digits(random, 2)}`,
    clause: fact => `the culprit is commit ${fact}`,
  },
  {
    kind: 'constant',
    fact: random => `MAX_${pick(random, ['RETRY', 'BATCH', 'DEPTH'])}`,
    clause: fact => `the value sits in ${fact}`,
  },
]

const openings = [
  'The team talked about the plan',
  'People looked at the colours of the page',
  'Somebody brought coffee for the whole room',
  'The notes from the meeting were shared',
  'Most of the guests liked the new layout',
  'The discussion went back and forth',
  'A few members asked about the schedule',
  'The weather came up more than once',
  'Everyone agreed that the talk was pleasant',
  'The older drafts were put aside for a while',
  'The group went through the list again',
  'There was a long pause before lunch',
]
const endings = [
  'and the afternoon went by quietly',
  'while the others listened with some interest',
  'as it had been done in the weeks before',
  'and the mood in the room stayed friendly',
  'so the day ended in the usual way',
  'and the chairs were moved to the side later',
  'which made the whole thing feel rather relaxed',
  'and then the talk turned to other matters',
]

/** A sentence of about `length` characters that says nothing worth keeping, around a clause if there is one. */
function sentence(random: Random, length: number, clause?: string): string {
  let words =
    clause === undefined
      ? pick(random, openings)
      : `${pick(random, ['In the end', 'After some talk', 'As we heard later', 'By the way'])} ${clause}`
  while (words.length + 30 < length) words += ` ${pick(random, endings)}`
  return `${words}.`
}

export interface FactText {
  readonly text: string
  readonly fact: string
}

export function factText(kind: FactKind, seed: number, length: number): FactText {
  const random = numbersFrom(seed)
  const fact = kind.fact(random)
  const place = random(10)
  const sentences = Array.from({ length: 10 }, (_, at) =>
    sentence(random, length, at === place ? kind.clause(fact) : undefined),
  )
  return { text: sentences.join(' '), fact }
}
