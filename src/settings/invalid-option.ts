/** The error for an option whose value cannot be used. */
import { type FoveaError, optionError } from '../errors.ts'

export function invalidOption(option: string, value: unknown, wanted: string): FoveaError {
  return optionError(`${option} is ${String(value)}; it must be ${wanted}.`)
}

export function atLeast(min: number, option: string, value: number): number {
  if (!(value >= min)) throw invalidOption(option, value, `a number of at least ${min}`)
  return value
}
