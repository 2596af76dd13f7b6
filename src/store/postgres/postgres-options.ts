/** Every option of a PostgreSQL store and its default, resolved in one place. */
import { optionError } from '../../errors.ts'

export interface PostgresOptions {
  /** Separates teams in one database: each has its own tables, in its own schema. @default one for all */
  readonly namespace?: string
  /** Maximum number of connections of this process. Ignored if a pool is given. @default 4 */
  readonly poolSize?: number
  /** How long a call is retried if the server is unreachable, busy or restarting, in milliseconds. @default 3000 */
  readonly deadlineMs?: number
  /** The search index. @default pg_trgm if the server has it, else tsvector */
  readonly search?: 'pg_trgm' | 'tsvector'
  /**
   * The file that takes writes while the server is unreachable; with `false`, such writes fail.
   * @default a file in the user's data directory
   */
  readonly spill?: string | false
  /** Maximum size of the spill file. @default 1 GiB */
  readonly maxSpillBytes?: number
}

export interface PostgresSettings {
  /** The schema in PostgreSQL, safe to write into a statement. */
  readonly schema: string
  readonly poolSize: number
  readonly deadlineMs: number
  readonly search: 'pg_trgm' | 'tsvector' | undefined
  readonly spill: string | false | undefined
  readonly maxSpillBytes: number
}

/** Throws `invalid-option`. */
export function postgresSettings(options: PostgresOptions): PostgresSettings {
  const { namespace, poolSize = 4, deadlineMs = 3000, maxSpillBytes = 2 ** 30 } = options
  if (namespace !== undefined && !/^[a-z0-9][a-z0-9_-]{0,39}$/.test(namespace))
    throw optionError(
      `namespace is ${JSON.stringify(namespace)}; it must be up to 40 small letters, digits, - and _, a letter or digit first.`,
    )
  for (const [name, value] of Object.entries({ poolSize, deadlineMs, maxSpillBytes }))
    if (!Number.isSafeInteger(value) || value < 1)
      throw optionError(`${name} is ${String(value)}; it must be a whole number of at least 1.`)
  return {
    schema: namespace === undefined ? 'fovea' : `"fovea_${namespace}"`,
    poolSize,
    deadlineMs,
    search: options.search,
    spill: options.spill,
    maxSpillBytes,
  }
}

export interface PostgresAddress {
  /** For the driver: without our own parameters. Contains the password. */
  readonly url: string
  /** Names the store, without user, password and most parameters. */
  readonly shown: string
  /** As given, without the password: names the same store in a command that the user runs next. */
  readonly forCommand: string
  readonly hasPassword: boolean
  readonly options: Pick<PostgresOptions, 'namespace' | 'poolSize' | 'search' | 'spill'>
}

export function isPostgresAddress(address: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(address)
}

/** `postgres://host/database?namespace=team&pool=8`. An unreadable address is never repeated: it may contain a password. */
export function postgresAddress(address: string): PostgresAddress {
  const url = isPostgresAddress(address) ? URL.parse(address) : null
  if (url === null)
    throw optionError(
      'That is no address of a PostgreSQL store; write it as postgres://user@host:5432/database.',
    )
  const forCommand = withoutPassword(url)
  const own = (name: string): string | undefined => {
    const value = url.searchParams.get(name) ?? undefined
    url.searchParams.delete(name)
    return value
  }
  const namespace = own('namespace')
  const pool = own('pool')
  const search = own('search')
  const spill = own('spill')
  if (search !== undefined && search !== 'pg_trgm' && search !== 'tsvector')
    throw optionError(`search is ${JSON.stringify(search)}; it must be pg_trgm or tsvector.`)
  return {
    url: url.href,
    shown: `postgres://${url.host}${url.pathname}${namespace === undefined ? '' : `?namespace=${namespace}`}`,
    forCommand,
    // The driver reads it from either place.
    hasPassword: url.password !== '' || url.searchParams.has('password'),
    options: {
      ...(namespace === undefined ? {} : { namespace }),
      ...(pool === undefined ? {} : { poolSize: Number(pool) }),
      ...(search === undefined ? {} : { search }),
      ...(spill === undefined ? {} : { spill: spill === 'none' ? (false as const) : spill }),
    },
  }
}

function withoutPassword(url: URL): string {
  const plain = new URL(url)
  plain.password = ''
  plain.searchParams.delete('password')
  return plain.href
}
