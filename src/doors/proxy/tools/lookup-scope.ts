/** Which originals the model may look up during one request. */
import { formatNamed } from '../../../formats/index.ts'
import { listOf, type RawRecord } from '../../../formats/raw-value.ts'
import { sessionOriginals } from '../../../tools/lookup/session-originals.ts'
import type { FormatName } from '../../../types.ts'
import type { LookupTurn } from '../converse.ts'
import type { PreparedRequest } from '../preparation/prepare-request.ts'
import type { ProxySettings } from '../proxy-options.ts'
import { rememberAnswer, sessionsBehind } from './answer-sessions.ts'

/** `body`: the request as it was sent. */
export function lookupScope(
  { store, lookups }: Pick<ProxySettings, 'store' | 'lookups'>,
  { receipt, previousAnswer: previous, isForgotten }: PreparedRequest,
  format: FormatName,
  body: () => RawRecord,
): Pick<LookupTurn, 'originals' | 'onAnswer'> {
  if (lookups === 'all') return { originals: store, onAnswer: () => Promise.resolve() }
  const session = receipt?.session ?? ''
  return {
    originals: sessionOriginals(store, {
      id: session,
      format,
      messages: () => listOf(body()[formatNamed(format).request.messages]),
      earlier: () => sessionsBehind(previous, store),
    }),
    onAnswer: async id => {
      if (isForgotten) return
      await rememberAnswer(id, { session, ...(previous === undefined ? {} : { previous }) }, store)
    },
  }
}
