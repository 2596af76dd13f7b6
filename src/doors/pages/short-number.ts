/** Large numbers in few characters, for axes and headlines. */

/** `950`, `12k`, `1.3M`. */
export function shortNumber(value: number): string {
  if (value < 1000) return String(Math.round(value))
  if (value < 999_500) return `${Number((value / 1000).toFixed(value < 9950 ? 1 : 0))}k`
  return `${Number((value / 1e6).toFixed(1))}M`
}
