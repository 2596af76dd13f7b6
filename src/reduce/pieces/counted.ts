/** A number with what it counts: `1 file`, `2 files`. */
export function counted(count: number, thing: string, things: string = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`
}
