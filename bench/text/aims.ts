/** What each technique was meant to save, what it does save in real tokens, and what stands in the way of more. */
import { table } from '../evaluation-tables.ts'
import { type SetSavings, saved } from './savings.ts'
import type { TechniqueName } from './techniques.ts'

interface Aim {
  readonly technique: TechniqueName
  /** In per cent. */
  readonly from: number
  readonly to: number
  readonly why: string
}

const aims: readonly Aim[] = [
  {
    technique: 'rules',
    from: 4,
    to: 8,
    why: 'Memory files in use repeat few lines; white space and full-width punctuation are cheap in tokens. The emphasis rule takes every bold and italic mark too. More is only to be had by dropping lines that differ in a digit, a tick or a heading.',
  },
  {
    technique: 'dictionary',
    from: 4,
    to: 5,
    why: 'Phrases are chosen in tokens, after the cost of their line in the legend.',
  },
  {
    technique: 'runs',
    from: 1,
    to: 2,
    why: 'Host lists, tables and names that come in every line gain most. An upper-case list in brackets costs more than without, and is not done.',
  },
  {
    technique: 'ultra notation',
    from: 40,
    to: 60,
    why: 'A common word is one token, and its abbreviation is one or more. What can go without a change of meaning is articles, fillers and wordy phrases; numbers, names, negations, code and quotes stay, and memory files are full of them. Only a model can rewrite a sentence; its answer is then checked.',
  },
  { technique: 'medium notation', from: 20, to: 35, why: 'As above.' },
  { technique: 'light notation', from: 10, to: 20, why: 'As above.' },
]

export function aimTable(sets: readonly SetSavings[]): string {
  const savedOn = (name: string, technique: TechniqueName): string => {
    const some = sets.filter(({ set }) => set.startsWith(name))
    const tokens = some.reduce((sum, each) => sum + each.tokens, 0)
    const after = some.reduce((sum, each) => sum + (each.techniques[technique]?.after ?? each.tokens), 0)
    return saved(tokens, after)
  }
  const rows = aims.map(({ technique, from, to, why }) => {
    const onMemory = savedOn('memory', technique)
    return [
      technique,
      `${from} to ${to}`,
      technique === 'rules'
        ? `${onMemory}, with emphasis ${savedOn('memory', 'rules with emphasis')}`
        : onMemory,
      savedOn('meetings', technique),
      Number(onMemory) >= from ? 'yes' : 'no',
      why,
    ]
  })
  return table(
    ['technique', 'aim', 'memory files', 'meetings', 'reached', 'why'],
    rows,
    'Per cent of tokens saved, legends and instructions counted. The aims were stated in characters, or without the legend. Meetings are spoken prose.',
  )
}
