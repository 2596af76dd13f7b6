/** Sums that programs print at their end: counts, verdicts, what a command made. */

/** A test or a task that failed, whatever the exit code of the whole. */
export const failureVerdict: RegExp = /^(?:--- FAIL: |(?:FAIL|FAILED|not ok)\b)/

/** Counts with what was counted, and other sums that programs print at their end: at the start of a line, or anywhere in it. */
export const resultSums: readonly {
  readonly start?: RegExp
  readonly inside?: RegExp
  /** It says what was done, which is of no interest where something failed. */
  readonly isDone?: true
  /** Tests say how they came out. */
  readonly isOfTests?: true
  /** With several commands, each prints its own. */
  readonly isEach?: true
}[] = [
  // A pipe hides the exit code of the tests before it.
  { start: failureVerdict },
  // Bun counts each in a line: `204 pass`, `0 fail`
  { isOfTests: true, isEach: true, start: /^\d{1,7} (?:pass|fail)$/ },
  // Tests 2 failed | 21 passed (23); 12 passed in 0.4s; test result: ok. 3 passed; Ran 14 tests in 0.1s; # fail 1
  {
    isOfTests: true,
    start:
      /^(?:Ran \d{1,7} tests?\b|(?:#|ℹ) (?:tests|pass|fail) \d|test result: |Tests? (?:Suites|Files|run): |Tests: |(?:OK|FAILED) \()/,
    inside:
      /\b\d{1,7} (tests? |examples?, \d{1,7} )?(?:passed|passing|failed|failing|failures?|pass|fail|skipped)(?!\w)/,
  },
  // Go: `ok  example.com/app 0.4s`, but not of a package whose tests were not asked for
  {
    isOfTests: true,
    start: /^(?:ok\s{1,4}\S{1,200}\s{1,4}(?:[\d.]{1,12}s|\(cached\))(?!\s\[no tests to run\])|PASS$)/,
  },
  {
    inside:
      /(?<![\w-])\d{1,7} (?:errors?|problems?|issues?|warnings?|vulnerabilities)\b(?!-)|\b[Nn]o (?:issues|errors|problems) found\b|All checks passed/,
  },
  {
    start: /^(?:Finished .{1,80} in \d|Checked \d{1,7} files?|\w{1,20} \(error\))/,
    inside:
      /\bBUILD (?:SUCCESS(?:FUL)?|FAILED)\b|\b[Bb]uild (?:succeeded|failed|complete[d]?|finished)\b|[Cc]ompiled (?:successfully|with)|\bbuilt in \d|ERROR task failed/,
  },
  { start: /^(?:CONFLICT \(|Automatic merge failed)/ },
  // [main 1a2b3c4] Fix the parser; Successfully rebased and updated refs/heads/main.
  {
    isEach: true,
    start:
      /^(?:\[[^\]]{1,200} [0-9a-f]{7,40}\] \S|Switched to |Successfully rebased|Fast-forward$|HEAD is now at |Merge made by|Deleted branch)/,
  },
  // 1a2b3c4..5d6e7f8  main -> main; - [deleted]  fix
  {
    start:
      /^(?:- \[deleted\] |(?:[+*!] )?(?:\[[^\]]{1,40}\]\s{1,20}|[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}\s{1,20})?\S{1,200}\s{1,20}-> \S)/,
  },
  {
    start:
      /^(?:\d{1,6} files? changed\b|Already up to date\.|Everything up-to-date$|Saved working directory|nothing to commit|Your branch (?:is|and) |On branch )/,
  },
  {
    isDone: true,
    start:
      /^(?:https:\/\/\S{1,200}\/(?:pull|merge_requests|issues|actions\/runs)\/\d{1,12}\b|✓ .{1,200}#\d|added \d{1,6} packages?|Successfully (?:installed|built|created|tagged|deployed)|(?:Created|Wrote|Saved|Updated|Deleted|Published|Uploaded|Installed|Deployed)\b(?!: \d{4}-).{1,150}$|up to date\b)/,
  },
]

/** Any of them, in two looks at a line. */
const anyStart = new RegExp(resultSums.flatMap(({ start }) => start?.source ?? []).join('|'))
const anyInside = new RegExp(resultSums.flatMap(({ inside }) => inside?.source ?? []).join('|'))

/** In every line that holds one: found in a fraction of the time. */
const resultHint = /\d [efipstvw]|[Nn]o [iep]|All c|BUILD|uild |ompiled|uilt in|ERROR t|-> /

export function hasSum(line: string): boolean {
  return anyStart.test(line) || (resultHint.test(line) && anyInside.test(line))
}
