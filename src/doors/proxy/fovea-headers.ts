/** Headers of the answer that say what was done to a request. */
import type { PreparedRequest } from './preparation/prepare-request.ts'
import type { StepSummary } from './status/exchange.ts'
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
          ...(receipt.action === 'untouched' ? [] : tokenHeaders(receipt)),
        ]),
    ...(noteCodes === '' ? [] : ['x-fovea-note', headerText(noteCodes)]),
  ]
}

/** A request that went out untouched was not counted. */
function tokenHeaders({ tokens }: StepSummary): HeaderList {
  return [
    ...['x-fovea-given-tokens', String(tokens.given)],
    ...['x-fovea-sent-tokens', String(tokens.sent)],
    ...['x-fovea-saved-tokens', String(tokens.saved)],
  ]
}

/** Headers hold visible ASCII alone. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)
}
