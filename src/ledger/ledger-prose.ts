/** What a model writes about messages whose ledger is known: asked once, each entry judged, a ledger of its own. */
import type { LedgerProse, LedgerWriter } from '../models/model.ts'
import type { AskingOptions } from '../models/model-options.ts'
import { writeProse } from '../models/write-prose.ts'
import { maskSecrets } from '../scan/secrets/secrets.ts'
import { blockText } from '../scan/spoken-text.ts'
import type { Message, Note } from '../types.ts'
import type { Fact, Ledger } from './ledger.ts'
import { renderLedger } from './markdown/render-ledger.ts'
import { buildLedger } from './settle/build-ledger.ts'

interface ProseAsking {
  readonly writer: LedgerWriter
  readonly writing?: AskingOptions | undefined
  /** Hides secrets. @default by the detector */
  readonly mask?: ((text: string) => string) | undefined
}

interface LedgerProseOutcome {
  /** To be merged into the ledger; absent where nothing of the answer held. */
  readonly prose?: Ledger
  readonly notes: readonly Note[]
  readonly calls: number
}

/** In a long session the model reads only the end, and the ledger of everything. */
const maxShown = 60_000

/** Never rejects. */
export async function ledgerProse(
  messages: readonly Message[],
  ledger: Ledger,
  { writer, writing = {}, mask = maskSecrets }: ProseAsking,
): Promise<LedgerProseOutcome> {
  const { text: known } = renderLedger(ledger)
  // Names in the ledger of earlier messages are allowed, though those messages are not here.
  const source = `${known}\n${mask(messages.map(message => textOf(message, true)).join('\n'))}`
  const said = mask(
    messages
      .map(message => textOf(message, false))
      .filter(text => text !== '')
      .join('\n\n'),
  )
  const shown = `${known}\n\n${said.slice(-maxShown).toWellFormed()}`
  const { prose, notes, calls } = await writeProse(shown, source, { ...writing, writer, hide: mask })
  return { ...(prose === undefined ? {} : { prose: proseLedger(prose, ledger.turns) }), notes, calls }
}

/** The talk and, on request, calls and results of tools. */
function textOf({ role, blocks }: Message, isWhole: boolean): string {
  const parts = blocks.filter(({ type }) => type === 'text' || (isWhole && type !== 'opaque'))
  const text = parts.map(blockText).join('\n').trim()
  return text === '' || isWhole ? text : `${role}: ${text}`
}

/** `turns`: how many messages it was written after. The prose has been judged. */
function proseLedger(prose: LedgerProse, turns: number): Ledger {
  const written = (section: string, about: string, order: number, text?: string): Fact => ({
    section,
    kind: 'written',
    about,
    turn: Math.max(0, turns - 1),
    order,
    by: 'assistant',
    ...(text === undefined ? {} : { text }),
  })
  return buildLedger(
    [
      ...(prose.intent === undefined ? [] : [written('intent', prose.intent, 0)]),
      ...(prose.state === undefined ? [] : [written('state', prose.state, 0)]),
      ...prose.next.map((step, order) => written('next', step, order)),
      ...prose.decisions.map(({ decision, why }, order) => written('decisions', decision, order, why)),
    ],
    { turns, custom: [], omitted: {} },
  )
}
