/** The address of a PostgreSQL store: what its driver needs, what is ours, and how it may be shown. */
import { invalid } from '../store-error.ts'
import type { PostgresOptions } from './postgres-options.ts'

export interface PostgresAddress {
  /** For the driver: without the parameters that are ours. Holds the password. */
  readonly url: string
  /** Without user, password and parameters: the only form that is ever shown. */
  readonly shown: string
  readonly options: Pick<PostgresOptions, 'namespace' | 'poolSize' | 'search' | 'spill'>
}

export function isPostgresAddress(address: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(address)
}

/** `postgres://host/database?namespace=team&pool=8`. Nothing of what cannot be read is repeated: it may hold a password. */
export function postgresAddress(address: string): PostgresAddress {
  const url = isPostgresAddress(address) ? URL.parse(address) : null
  if (url === null)
    throw invalid('That is no address of a PostgreSQL store; write it as postgres://user@host:5432/database.')
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
    throw invalid(`search is ${JSON.stringify(search)}; it must be pg_trgm or tsvector.`)
  return {
    url: url.href,
    shown: `postgres://${url.host}${url.pathname}${namespace === undefined ? '' : `?namespace=${namespace}`}`,
    options: {
      ...(namespace === undefined ? {} : { namespace }),
      ...(pool === undefined ? {} : { poolSize: Number(pool) }),
      ...(search === undefined ? {} : { search }),
      ...(spill === undefined ? {} : { spill: spill === 'none' ? (false as const) : spill }),
    },
  }
}
