/** A ledger as the fields of one dense line: `S:fix-login`, `F:~src/auth.ts,+src/token.ts`, `D:…`, `N:…`. */
import { contentWords } from '../scan/content-words.ts'
import { graphemeCut } from '../scan/grapheme-cut.ts'
import type { TokenCounter } from '../types.ts'
import type { Ledger, Row } from './ledger.ts'

interface Field {
  readonly letter: string
  readonly items: readonly string[]
}

/** As many items as the room has space for, each field in turn giving its most informative one. */
export function oneLineFields(ledger: Ledger, room: number, counter: TokenCounter): readonly string[] {
  const fields = fieldsOf(ledger.rows.filter(({ state }) => state !== 'hidden'))
  const shown = fields.map((): string[] => [])
  let left = room
  for (let round = 0; fields.some(({ items }) => round < items.length); round += 1)
    for (const [at, { letter, items }] of fields.entries()) {
      const item = items[round]
      if (item === undefined) continue
      const cost = counter.count(round === 0 ? `|${letter}:${item}` : `,${item}`) + 1
      if (cost > left) continue
      left -= cost
      shown[at]?.push(item)
    }
  return fields.flatMap(({ letter }, at) =>
    shown[at]?.length === 0 ? [] : [`${letter}:${shown[at]?.join(',')}`],
  )
}

const operations: readonly (readonly [RegExp, string])[] = [
  [/deleted/, '-'],
  [/created/, '+'],
  [/modified/, '~'],
]

/** The last item is the newest, and comes first. */
function fieldsOf(rows: readonly Row[]): readonly Field[] {
  const of = (section: string): readonly Row[] => rows.filter(row => row.section === section).toReversed()
  const inForce = (section: string): readonly Row[] =>
    of(section).filter(row => row.supersededBy === undefined)
  const words = (some: readonly Row[]): readonly string[] => distinct(some.map(row => slug(row.value)))
  const changed = of('files').flatMap(({ key, state }) => {
    const sign = operations.find(([operation]) => operation.test(state))?.[1]
    return sign === undefined ? [] : [`${sign}${plain(key)}`]
  })
  return [
    { letter: 'S', items: words(of('intent')) },
    { letter: 'R', items: words(inForce('constraints')) },
    { letter: 'F', items: distinct(changed) },
    { letter: 'E', items: words(of('errors').filter(({ state }) => state === 'open')) },
    { letter: 'D', items: words(inForce('decisions')) },
    {
      letter: 'B',
      items: words([...of('state').filter(({ state }) => state === 'blocked'), ...of('questions')]),
    },
    { letter: 'N', items: words(of('next')) },
  ]
}

const maxWords = 6
const maxItemLength = 80

/** `Please fix the login redirect` → `fix-login-redirect` */
function slug(text: string): string {
  return graphemeCut([...contentWords(text.slice(0, 400))].slice(0, maxWords).join('-'), maxItemLength)
}

/** A path without what divides fields and items. */
function plain(path: string): string {
  return graphemeCut(path.replace(/[|,\][\s]/g, '_'), maxItemLength)
}

function distinct(items: readonly string[]): readonly string[] {
  return [...new Set(items)].filter(item => item !== '')
}
