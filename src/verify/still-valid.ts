/** Whether a provider accepts a view wherever it accepted the input. */
import { FoveaError } from '../errors.ts'
import type { Format, Problem } from '../types.ts'

/** Throws where the view has a problem that the input had not. */
export function assertStillValid(format: Format, input: readonly unknown[], view: readonly unknown[]): void {
  if (input === view) return
  const known = new Set(format.check(input).map(keyOf))
  const problem = format.check(view).find(found => !known.has(keyOf(found)))
  if (problem !== undefined)
    throw new FoveaError(
      'internal',
      `The view would be refused: message ${problem.message}: ${problem.why}`,
      {
        place: { message: problem.message },
      },
    )
}

function keyOf({ message, code }: Problem): string {
  return `${message} ${code}`
}
