/** An input that says one of two things: exactly one of them. */
import { FoveaError } from '../../errors.ts'
import type { RawRecord } from '../../formats/raw-value.ts'

/** The name of the one that is given. */
export function eitherOf<Name extends string>(input: RawRecord, one: Name, other: Name): Name {
  const given = [one, other].filter(name => input[name] !== undefined)
  if (given.length === 1) return given[0] as Name
  throw new FoveaError(
    'invalid-option',
    given.length === 0 ? `Give ${one} or ${other}.` : `Give ${one} or ${other}, not both.`,
  )
}
