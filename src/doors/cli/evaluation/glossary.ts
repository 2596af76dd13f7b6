/** What the words of the page mean. */
import type { MethodInfo } from '../../../tools/evaluate/report.ts'

const words: readonly (readonly [word: string, meaning: string])[] = [
  [
    'case',
    'A session cut before one of the agent’s steps, at half and at three quarters of its tokens. What came before is the history; what the agent did after it is known, but only the oracle may look.',
  ],
  [
    'need',
    'A path, name, number, hash or address that the agent used after the cut, that stood in the history, and that nobody showed it again in between: it can only have come from memory.',
  ],
  [
    'from far back',
    'Last seen outside the newest fifth of the history. Keeping the newest messages cannot show these.',
  ],
  ['grounded', 'Shown beside at least two words that stood near it in the original.'],
  ['reachable', 'Shown, or in an original that a handle in the view names: one look away.'],
  [
    'information',
    'How many bytes knowing the view saves a compressor (brotli) on the agent’s next actions, as a share of what knowing the whole history saves.',
  ],
  [
    'trail',
    'What was done to which files and how commands ended, read from the tool calls, against what the view says.',
  ],
  [
    'probes',
    'Questions made from the session; a view answers one if it holds every keyword, none of which the question gives away.',
  ],
  [
    'oracle',
    'Knows the future and shows just the lines that will be used: the ceiling, which nobody can reach.',
  ],
]

export function glossary(methods: readonly MethodInfo[]): readonly (readonly [string, string])[] {
  const described = methods
    .filter(({ kind }) => kind !== 'ceiling')
    .map(({ name, describe }) => [name, `${describe}.`] as const)
  return [...words, ...described]
}
