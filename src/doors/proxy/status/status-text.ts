/** Numbers and times as the status page shows them. */

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString('en-GB')
}
