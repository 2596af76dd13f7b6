/** The error for an option whose value cannot be used. */
import { type FoveaError, optionError } from '../errors.ts'
import { describeValue } from '../formats/raw-value.ts'

export function invalidOption(option: string, value: unknown, wanted: string): FoveaError {
  return optionError(`${option} is ${shown(value)}; it must be ${wanted}.`)
}

/** Longer texts are shown by their beginning: a whole document in the place of an option would fill a log. */
const maxLength = 100

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  const isLong = typeof value === 'string' && value.length > maxLength
  return value === '' || isLong || (typeof value === 'object' && value !== null)
    ? describeValue(value)
    : String(value)
}

export function atLeast(min: number, option: string, value: number): number {
  if (!(typeof value === 'number' && value >= min))
    throw invalidOption(option, value, `a number of at least ${min}`)
  return value
}

export function fraction(option: string, value: number): number {
  if (!(typeof value === 'number' && value >= 0 && value <= 1))
    throw invalidOption(option, value, 'a number from 0 to 1')
  return value
}

export function oneOf<Value extends string>(values: readonly Value[], option: string, value: Value): Value {
  const quoted = values.map(each => `"${each}"`)
  if (!values.includes(value))
    throw invalidOption(option, value, `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`)
  return value
}

export function flag(option: string, value: boolean): boolean {
  if (typeof value !== 'boolean') throw invalidOption(option, value, 'true or false')
  return value
}

export function text(option: string, value: string): string {
  if (typeof value !== 'string') throw invalidOption(option, value, 'a text')
  return value
}

export function callback<Callback>(option: string, value: Callback): Callback {
  if (typeof value !== 'function') throw invalidOption(option, value, 'a function')
  return value
}

/** `wanted`: what each item must be. */
export function checkedList<Item>(
  option: string,
  values: readonly Item[],
  wanted: string,
  isItem: (item: unknown) => boolean,
): readonly Item[] {
  if (!Array.isArray(values)) throw invalidOption(option, values, `a list, each item ${wanted}`)
  const wrong = values.findIndex(value => !isItem(value))
  if (wrong >= 0) throw invalidOption(`${option}[${wrong}]`, values[wrong], wanted)
  return values
}
