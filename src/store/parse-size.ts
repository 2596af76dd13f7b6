/** `2GB`, `500MB`, `1.5GiB` → bytes. */
import { invalid } from './store-error.ts'

const units: Readonly<Record<string, number>> = {
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

/** `name` is the option that the text was given for. */
export function parseSize(text: string, name = 'The size'): number {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,9})?) ?([kmgt]?i?b)$/i.exec(text.trim()) ?? []
  const factor = units[unit.toLowerCase()]
  if (amount === undefined || factor === undefined)
    throw invalid(
      `${name} is ${JSON.stringify(text.slice(0, 40))}; write a number and B, KB, MB, GB or TB, such as 500MB or 2GB.`,
    )
  return Math.round(Number(amount) * factor)
}
