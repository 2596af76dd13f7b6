/** `go test -json`: each line is an event; what the test printed is inside. */

export function isGoTestEvent(line: string): boolean {
  return line.startsWith('{"') && line.slice(0, 120).includes('"Action":"')
}

/** What an event printed, without its line break; `undefined` where the line is no event, empty where it printed nothing. */
export function goTestOutput(line: string): string | undefined {
  if (!isGoTestEvent(line)) return undefined
  try {
    const event: unknown = JSON.parse(line)
    if (typeof event !== 'object' || event === null || !('Action' in event)) return undefined
    if (event.Action !== 'output') return ''
    return 'Output' in event && typeof event.Output === 'string' ? event.Output.replace(/\n$/, '') : undefined
  } catch {
    return undefined
  }
}
