/** What GitHub has run of a pull request. */
import type { Checker } from './checker.ts'

/** Asked for as JSON, it says nothing by its exit code. */
const checks = /^gh pr checks(?! (?:.{0,400} )?--json)(?: |$)/
/** How long it waits, and how often it asks. */
const waiting = /^(?:-i|--(?:watch|fail-fast|interval)(?:=.*)?)$/

/** `Test  fail  2m  https://…`, with tabs between: a job of a pull request, and how long it ran. */
export const failedJob: RegExp = /^[^\t\n]{1,200}\tfail\t[\dhms]{1,12}\t/m
export const pendingJob: RegExp = /^[^\t\n]{1,200}\tpending\t[\dhms]{1,12}\t/m

export const githubChecks: Checker = {
  name: 'gh',
  programs: 'gh',
  only: checks,
  isExact: true,
  checkedWords,
  passed: /^[^\t\n]{1,200}\tpass\t[\dhms]{1,12}\t/m,
  failed: failedJob,
}

function checkedWords(words: readonly string[]): readonly string[] {
  if (!checks.test(words.join(' '))) return words
  return words.filter((word, at) => !waiting.test(word) && !/^(?:-i|--interval)$/.test(words[at - 1] ?? ''))
}
