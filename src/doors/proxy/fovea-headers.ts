/** Headers of the answer that say what was done to a request. */
import type { PreparedRequest } from './preparation/prepare-request.ts'
import type { HeaderList } from './transport/header-list.ts'

/** On a request, `x-fovea: off` passes it through as it is. */
export const switchHeader = 'x-fovea'

export function foveaHeaders({ receipt, notes, isCompressed }: PreparedRequest): HeaderList {
  const noteCodes = notes.map(({ code }) => code).join(', ')
  return [
    ...['x-fovea', isCompressed ? 'compressed' : 'unchanged'],
    ...(receipt === undefined
      ? []
      : [
          ...['x-fovea-session', headerText(receipt.session)],
          ...['x-fovea-action', receipt.action],
          ...['x-fovea-given-tokens', String(receipt.tokens.given)],
          ...['x-fovea-sent-tokens', String(receipt.tokens.sent)],
          ...['x-fovea-saved-tokens', String(receipt.tokens.saved)],
        ]),
    ...(noteCodes === '' ? [] : ['x-fovea-note', headerText(noteCodes)]),
  ]
}

/** Headers hold visible ASCII alone. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)
}
