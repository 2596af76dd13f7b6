/** Commands that ran again later: what the latest run gave holds now. */

export interface Run {
  /** As it was written. */
  readonly command: string
  /** The same for every run of it, however much of its output is shown. */
  readonly key: string
  /** The candidate that names it. */
  readonly line: number
  readonly message: number
  readonly outcome: string
  readonly isCheck: boolean
  readonly hasFailed: boolean
}

export interface EarlierRun {
  readonly run: Run
  /** The latest run of the command. */
  readonly latest: Run
  /** A later one says as much: it came out the same, or what went well before says nothing of now. */
  readonly isReplaced: boolean
  /** It failed, and the latest did not; of checks the head says so. */
  readonly isMended: boolean
}

/** `runs`: those that came to an end, in order. */
export function earlierRuns(runs: readonly Run[]): readonly EarlierRun[] {
  const known = new Map<string, { readonly latest: Run; readonly outcomes: Set<string> }>()
  const earlier: EarlierRun[] = []
  for (const run of runs.toReversed()) {
    const { command, key, outcome, isCheck, hasFailed } = run
    const later = known.get(key)
    if (later === undefined) {
      known.set(key, { latest: run, outcomes: new Set([outcome]) })
      continue
    }
    const { latest, outcomes } = later
    const isReplaced = !hasFailed || outcomes.has(outcome)
    // A pipe hides a failure.
    const isMended = !isReplaced && !isCheck && !latest.hasFailed && latest.command === command
    earlier.push({ run, latest, isReplaced, isMended })
    outcomes.add(outcome)
  }
  return earlier
}
