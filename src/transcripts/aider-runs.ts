/** What aider printed after an answer → the tests and linters that it ran by itself and that failed, and the rest. */

interface AiderRun {
  readonly command: string
  readonly output: string
}

interface PrintedRuns {
  readonly runs: readonly AiderRun[]
  readonly rest: string
}

/** `Attempt to fix test errors? yes`: it asks only where there are some. */
const question = /^Attempt to fix (lint|test) errors\?/
/** A run is printed below these. */
const aboutEdits = /^(?:Applied edit to |Commit [0-9a-f]{7,40} )/
const command = /^## Running: (\S.*)$/

export function aiderRuns(output: string): PrintedRuns {
  const lines = output.split('\n')
  const runs: AiderRun[] = []
  const rest: (readonly string[])[] = []
  let from = 0
  for (const [at, line] of lines.entries()) {
    const kind = question.exec(line)?.[1]
    if (kind === undefined && !aboutEdits.test(line)) continue
    const above = lines.slice(from, at)
    from = at + 1
    if (kind !== undefined) {
      const heading = above.findLastIndex(each => command.test(each))
      const printed = above
        .splice(heading + 1)
        .join('\n')
        .trim()
      runs.push({ command: command.exec(above[heading] ?? '')?.[1] ?? `aider --${kind}`, output: printed })
    }
    rest.push(above, [line])
  }
  return { runs, rest: [...rest, lines.slice(from)].flat().join('\n').trim() }
}
