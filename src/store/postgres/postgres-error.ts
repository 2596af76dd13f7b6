/** Translates errors of PostgreSQL and its driver into ours. */
import { type ErrorCode, FoveaError } from '../../errors.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'

/** By SQLSTATE or its first digits, and by network error codes. */
const meanings: readonly (readonly [prefix: string, code: ErrorCode, meaning: string])[] = [
  ['28', 'store-unreadable', 'refused the user or the password'],
  ['3D000', 'store-unreadable', 'has no database of that name'],
  [
    '42P01',
    'store-unreadable',
    'lacks a table that it must have; restore it from a backup, or name another namespace',
  ],
  ['42501', 'store-readonly', 'may not be used so by this user; its owner can grant that'],
  ['25006', 'store-readonly', 'is a read-only replica; name the primary server to store anything'],
  ['53100', 'store-full', 'has no room left on its disk; nothing was stored or lost'],
  ['53200', 'store-full', 'has no memory left; nothing was stored or lost'],
  ['54000', 'store-full', 'cannot hold an original this large; nothing was stored'],
  ['40', 'store-locked', 'is being changed by others at the same place; try again'],
  ['55P03', 'store-locked', 'is locked by someone else; try again when they are done'],
  ['XX001', 'store-unreadable', 'is damaged; it was left as it is. Restore it from a backup'],
  ['XX002', 'store-unreadable', 'has a damaged index; its owner can rebuild it with REINDEX'],
  ['53300', 'store-unreachable', 'has no connection left for us'],
  ['57P', 'store-unreachable', 'is shutting down or starting'],
  ['08', 'store-unreachable', 'lost the connection'],
]

const networkCodes: ReadonlySet<string> = wordSet(
  'ECONNREFUSED ECONNRESET ETIMEDOUT EPIPE EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOENT',
)

/** The driver has no code for these. */
const lostMessages =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|The server does not support SSL)/

/** The driver has no code for this either. */
const passwordMessages = /\bclient password must be\b/

export function isLost(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  if (typeof code === 'string' && (networkCodes.has(code) || code.startsWith('08') || code.startsWith('57P')))
    return true
  return lostMessages.test(message) || (error as AggregateError).errors?.some(isLost) === true
}

/** Whether the same transaction may succeed if it is retried. */
export function isTransient(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return isLost(error) || code === '53300' || (typeof code === 'string' && code.startsWith('40'))
}

/** Any error from the store at `place`. */
export function postgresError(error: unknown, place: string): FoveaError {
  if (FoveaError.isInstance(error)) return error
  const { code, message = String(error) } = error as { code?: unknown; message?: string }
  const known = typeof code === 'string' ? meanings.find(([prefix]) => code.startsWith(prefix)) : undefined
  const [, ours, meaning] = known ??
    (passwordMessages.test(message)
      ? ([
          '',
          'store-unreadable',
          'wants a password; put it into PGPASSWORD, ~/.pgpass or FOVEA_STORE',
        ] as const)
      : undefined) ??
    (isLost(error) ? (['', 'store-unreachable', 'cannot be reached'] as const) : undefined) ?? [
      '',
      'internal' as const,
      'failed',
    ]
  const why = message || String(code ?? '')
  return new FoveaError(ours, `The store ${place} ${meaning}${why === '' ? '' : ` (${why})`}.`, {
    place: { file: place },
    cause: error,
  })
}
