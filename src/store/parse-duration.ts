/** `30d`, `12h`, `90m` → milliseconds. */
import { invalid } from './store-error.ts'

const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** `name` is the option that the text was given for. */
export function parseDuration(text: string, name = 'The duration'): number {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,9})?)([smhdw])$/i.exec(text.trim()) ?? []
  const factor = units[unit.toLowerCase()]
  if (amount === undefined || factor === undefined)
    throw invalid(
      `${name} is ${JSON.stringify(text.slice(0, 40))}; write a number and s, m, h, d or w, such as 30d or 12h.`,
    )
  return Math.round(Number(amount) * factor)
}
