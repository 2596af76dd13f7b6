/** Durations and sizes as people write them: `30d` → milliseconds, `2GB` → bytes. */
import { optionError } from '../errors.ts'
import { describeValue } from '../formats/raw-value.ts'

const durationUnits: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** `name` is the option, for the error message. */
export function parseDuration(text: string, name = 'The duration'): number {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,9})?)([smhdw])$/i.exec(String(text).trim()) ?? []
  const factor = durationUnits[unit.toLowerCase()]
  if (amount === undefined || factor === undefined)
    throw optionError(
      `${name} is ${describeValue(text)}; write a number and s, m, h, d or w, such as 30d or 12h.`,
    )
  return Math.round(Number(amount) * factor)
}

const sizeUnits: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
}

/** `name` is the option, for the error message. */
export function parseSize(text: string, name = 'The size'): number {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,9})?) ?([kmgt]?i?b)$/i.exec(String(text).trim()) ?? []
  const factor = sizeUnits[unit.toLowerCase()]
  if (amount === undefined || factor === undefined)
    throw optionError(
      `${name} is ${describeValue(text)}; write a number and B, KB, MB, GB or TB, such as 500MB or 2GB.`,
    )
  return Math.round(Number(amount) * factor)
}
