/** Parses the number of a command-line option. */
import { optionError } from '../../errors.ts'

interface Wanted {
  readonly isWhole?: true
  readonly min?: number
  readonly max?: number
}

/** Throws `invalid-option`: `--cases 0 is no whole number of at least 1.` */
export function numberOption(flag: string, wanted: Wanted = {}): (value: string) => number {
  const { isWhole = false, min = 0, max = Number.POSITIVE_INFINITY } = wanted
  return value => {
    const number = Number(value)
    const isRight = isWhole ? Number.isSafeInteger(number) : Number.isFinite(number)
    if (value.trim() !== '' && isRight && number >= min && number <= max) return number
    const range = Number.isFinite(max) ? ` from ${min} to ${max}` : ` of at least ${min}`
    throw optionError(`${flag} ${value} is no ${isWhole ? 'whole number' : 'number'}${range}.`)
  }
}

/** Port 0 means any free port. */
export function portOption(flag: string): (value: string) => number {
  return numberOption(flag, { isWhole: true, max: 65_535 })
}

/** A whole number of at least one. */
export function countOption(flag: string): (value: string) => number {
  return numberOption(flag, { isWhole: true, min: 1 })
}
