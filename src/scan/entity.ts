/** What can be named in a text: the kinds of facts that a reader would look for again. */

export type EntityKind =
  | 'path'
  | 'file'
  /** `camelCase`, `PascalCase`, `snake_case`, `CONST_CASE`, `--flag`, `call()`, `@scope/name`, `k8s`. */
  | 'identifier'
  /** Names with a number: `redis-prod-001`. */
  | 'id'
  /** `#142`, `HO-231`. */
  | 'issue'
  | 'version'
  | 'url'
  | 'email'
  /** An address of the network: `10.0.0.1`. */
  | 'address'
  /** `:8080`, `localhost:8080`, and the number after the word `port`. */
  | 'port'
  | 'date'
  | 'time'
  /** A number with its unit: `500 MB`. */
  | 'quantity'
  /** A bare number of three digits or more. */
  | 'number'
  /** Hexadecimal names: commits, digests, UUIDs. */
  | 'hash'
  /** Classes and codes of errors: `TypeError`, `ECONNREFUSED`, `TS2345`. */
  | 'error'
  | 'quoted'
  /** `npm`, `ssh`, `API`. */
  | 'abbreviation'
  | 'name'
  /** Words that carry meaning in languages where capitals or spaces do not say so. */
  | 'term'

/** `text` is in the scanned text from `start` on. */
export interface Entity {
  readonly kind: EntityKind
  readonly text: string
  readonly start: number
}
