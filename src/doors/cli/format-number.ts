/** Numbers, counts, shares and sizes as people read them. */

/** With commas between thousands. `toLocaleString` would load the tables of all languages. */
export function formatNumber(value: number): string {
  const rounded = Math.round(value)
  const digits = String(Math.abs(rounded))
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return (rounded < 0 ? '-' : '') + groups.join(',')
}

export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(part / whole < 0.1 ? 1 : 0)} %`
}

/** `count(1, 'message')` is `1 message`, `count(3, 'message')` is `3 messages`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

const byteUnits = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** `1,234,567` is `1.2 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  for (; value >= 1000 && unit < byteUnits.length - 1; unit += 1) value /= 1000
  return `${unit === 0 ? formatNumber(value) : value.toFixed(1)} ${byteUnits[unit]}`
}
