/** Which check of a chain failed, by what was printed: those before it passed, and those behind it did not run. */
import { checkKind } from './shell/check-kind.ts'
import { hasTestResults } from './test-results.ts'

/** `[lint:go] ERROR task failed` */
const failedTask = /^\[([\w:.-]{1,60})\] ERROR task failed$/gm
/** npm names each script before it runs it: `> app@1.0.0 lint`. */
const begunScript = /^> \S{1,120}@\S{1,40} ([\w:.-]{1,60})$/gm
/** `npm run lint`, `mise run test:ci -- -run TestA`, `npm test` */
const taskOf = /^(?:npm|pnpm|yarn|bun|mise|just|task)(?: run)? ([\w:.-]{1,60})/

/** Its index among the checks, which are joined by `&&`; `undefined` where nothing says so. */
export function failedPart(checks: readonly string[], output: string): number | undefined {
  if (checks.length < 2) return undefined
  const named = lastOf(output, failedTask) ?? lastOf(output, begunScript)
  const at = named === undefined ? -1 : checks.findIndex(check => isOf(named, taskOf.exec(check)?.[1]))
  if (at >= 0) return at
  // The last one has run: it failed where the chain did.
  const isLastTest = checks.every(
    (check, index) => (checkKind(check) === 'test') === (index === checks.length - 1),
  )
  return isLastTest && hasTestResults(output) ? checks.length - 1 : undefined
}

function lastOf(output: string, pattern: RegExp): string | undefined {
  return Array.from(output.matchAll(pattern), ([, name]) => name).at(-1)
}

/** A task may have others: `lint:go` of `lint`. */
function isOf(name: string, task: string | undefined): boolean {
  return task !== undefined && (name === task || name.startsWith(`${task}:`))
}
