/** The error for an option whose value cannot be used. */
import { type FoveaError, optionError } from '../errors.ts'

export function invalidOption(option: string, value: unknown, wanted: string): FoveaError {
  return optionError(`${option} is ${String(value)}; it must be ${wanted}.`)
}

export function atLeast(min: number, option: string, value: number): number {
  if (!(value >= min)) throw invalidOption(option, value, `a number of at least ${min}`)
  return value
}

export function oneOf<Value extends string>(values: readonly Value[], option: string, value: Value): Value {
  const quoted = values.map(each => `"${each}"`)
  if (!values.includes(value))
    throw invalidOption(option, value, `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`)
  return value
}
