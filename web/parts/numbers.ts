/** Numbers as pages say them. */

export function formatNumber(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `0.153` is `15 %`, on one line. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)}\u00a0%`
}
