/** Asks a model for the prose of a ledger, and judges every entry of it. */

import type { Note } from '../types.ts'
import { type AskLimits, askAll } from './ask-all.ts'
import { type JudgedProse, judgeProse } from './ledger-prose.ts'
import type { LedgerProse, LedgerWriter } from './model.ts'

export interface WriteOptions extends AskLimits {
  readonly writer: LedgerWriter
  /** How long the answer should be at most. @default 800 */
  readonly maxTokens?: number | undefined
  readonly preserveTerms?: readonly string[] | undefined
}

export interface WrittenProse {
  /** Absent where nothing of the answer held, or where there was none. */
  readonly prose?: LedgerProse
  readonly notes: readonly Note[]
  readonly calls: number
}

type Answered = { readonly outcome: 'answered' } & JudgedProse

/** Never rejects. `shown`: what the model reads. `source`: all that it may refer to. */
export async function writeProse(
  shown: string,
  source: string,
  options: WriteOptions,
): Promise<WrittenProse> {
  const { writer, maxTokens = 800, preserveTerms, hide } = options
  const terms = preserveTerms === undefined ? {} : { preserveTerms }
  const { outcomes, calls } = await askAll<{ key: string; text: string }, Answered>(
    [{ key: 'ledger', text: shown }],
    {
      ...options,
      ask: async ({ text }, signal) => ({
        outcome: 'answered',
        ...judgeProse(await writer(text, { role: 'assistant', maxTokens, signal, ...terms }), source, hide),
      }),
    },
  )
  const [answer] = outcomes
  if (answer?.outcome !== 'answered')
    return {
      notes: [
        note(
          `ledger-${answer?.outcome ?? 'failed'}`,
          `The ledger is without a model's prose: ${answer?.why ?? 'no answer'}.`,
        ),
      ],
      calls,
    }
  const { prose, accepted, rejected } = answer
  const notes = rejected.map(why => note('ledger-rejected', `An entry of the model was left out: ${why}.`))
  return accepted === 0 ? { notes, calls } : { prose, notes, calls }
}

function note(code: string, message: string): Note {
  return { code, message }
}
