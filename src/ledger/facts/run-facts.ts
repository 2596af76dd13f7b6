/** Facts about a command: that it was run, how it ended, and what went wrong. */
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import { printedText } from '../../scan/actions/printed-text.ts'
import { readCheck } from './command-check.ts'
import { shownCommand, wholeCommand } from './command-line.ts'
import { errorLine, saysFailed, saysPassed } from './error-line.ts'
import type { FactBook } from './fact-book.ts'
import { type TestResults, testResults } from './test-results.ts'

const noTests: TestResults = { passed: [], failed: [] }

/** `actions`: what one call did; the command comes before what it did. */
export function addRunFacts(book: FactBook, actions: readonly LocatedAction[], isRefused: boolean): void {
  const [run, ...effects] = actions as readonly [LocatedAction, ...LocatedAction[]]
  const { message, block, action, answer } = run
  if (action.type !== 'run') return
  const { command, outcome, exitCode } = action
  const about = shownCommand(command)
  if (about === '') return
  const { key, isCheck, hidesOutcome, isPiped } = readCheck(command)
  const said = { about, ...wholeCommand(command, about, key) }
  const output = printedText(answer?.text ?? '')
  const { passed, failed } = isCheck ? testResults(output) : noTests
  const isUnsure = hidesOutcome || (isCheck && isPiped && !saysPassed(output))
  book.add(
    { message, block },
    {
      section: 'commands',
      kind: outcome === 'unknown' ? 'ran' : outcome,
      by: 'assistant',
      ...said,
      ...(exitCode === undefined || outcome !== 'failed' ? {} : { exitCode }),
      ...(passed.length === 0 ? {} : { tests: passed }),
      ...(outcome === 'ok' && isUnsure ? { isDoubtful: true } : {}),
    },
  )
  const hasFailed =
    outcome === 'failed' ? !isLookup(effects) : outcome === 'ok' && isCheck && saysFailed(output)
  const text = hasFailed && !isRefused ? errorLine(output) : undefined
  if (text === undefined || answer === undefined) return
  const tests = failed.length === 0 ? {} : { tests: failed }
  book.add(answer, { section: 'errors', kind: 'failed', by: 'tool', text, ...said, ...tests })
}

/** A command that only looks for something fails where there is nothing to find: no error. */
function isLookup(effects: readonly LocatedAction[]): boolean {
  return (
    effects.length > 0 &&
    effects.every(({ action: { type } }) => type === 'read' || type === 'list' || type === 'search')
  )
}
