/** Whether a provider accepts a view wherever it accepted the input. */
import { FoveaError } from '../errors.ts'
import type { Format, Problem } from '../formats/format.ts'

export function isStillValid(format: Format, input: readonly unknown[], view: readonly unknown[]): boolean {
  return newProblem(format, input, view) === undefined
}

/** Throws where the view has a problem that the input had not. */
export function assertStillValid(format: Format, input: readonly unknown[], view: readonly unknown[]): void {
  const problem = newProblem(format, input, view)
  if (problem !== undefined)
    throw new FoveaError(
      'internal',
      `The view would be refused: message ${problem.message}: ${problem.why}`,
      {
        place: { message: problem.message },
      },
    )
}

function newProblem(
  format: Format,
  input: readonly unknown[],
  view: readonly unknown[],
): Problem | undefined {
  if (input === view) return undefined
  const problems = format.check(view)
  return problems.length === 0 ? undefined : additional(format.check(input), problems)
}

/** A problem of a kind that there is more of than before; where messages were merged, positions have shifted. */
function additional(before: readonly Problem[], after: readonly Problem[]): Problem | undefined {
  const allowed = new Map<string, number>()
  for (const { code } of before) allowed.set(code, (allowed.get(code) ?? 0) + 1)
  return after.find(({ code }) => {
    const left = allowed.get(code) ?? 0
    allowed.set(code, left - 1)
    return left <= 0
  })
}
