/** Whether a row is a message that a person typed, or the prompt of a command that they called. */
import type { Row } from '../../../ledger/ledger.ts'

export function isRequest({ section, state, key }: Row): boolean {
  return (section === 'talk' && state === 'typed') || (section === 'intent' && key === 'prompted')
}

/** The state of a typed message that goes on with the request before it, or adds to it. */
export const addedState = 'added'
