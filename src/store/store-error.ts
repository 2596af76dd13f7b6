/** Errors with the same wording in every store. */
import { FoveaError, type PurgeReason, type Tombstone } from '../errors.ts'

export function notFound(handle: string): FoveaError {
  return new FoveaError('not-found', `No original is stored under ${handle}.`, { place: { handle } })
}

const reasons: Readonly<Record<PurgeReason, string>> = {
  handle: 'by its handle',
  session: 'with its session',
  everything: 'with everything else',
  age: 'because it was not used for longer than the store keeps originals',
  size: 'because the store was larger than it may be and it was not used for longest',
}

export function purged(handle: string, tombstone: Tombstone = {}): FoveaError {
  const { at, reason } = tombstone
  const when = at === undefined ? '' : ` on ${new Date(at).toISOString()}`
  const why = reason === undefined ? '' : `, ${reasons[reason]}`
  return new FoveaError(
    'purged',
    `The original behind ${handle} was purged${when}${why}; its content is gone for good.`,
    { place: { handle }, tombstone },
  )
}

export function corrupt(handle: string): FoveaError {
  return new FoveaError(
    'corrupt',
    `The original behind ${handle} is damaged: its bytes no longer have the hash they were stored under. Storing the same content again mends it.`,
    { place: { handle } },
  )
}

const listed = 8

export function ambiguous(handle: string, longer: readonly string[]): FoveaError {
  const more = longer.length > listed ? ` and ${longer.length - listed} more` : ''
  return new FoveaError(
    'ambiguous-handle',
    `${handle} names ${longer.length} originals: ${longer.slice(0, listed).join(', ')}${more}. Use one of these.`,
    { place: { handle } },
  )
}

export function closed(): FoveaError {
  return new FoveaError('store-closed', 'The store is closed. Open it again to use it.')
}
