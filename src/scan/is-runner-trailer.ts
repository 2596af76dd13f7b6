/** A line with which a runner of tasks or scripts ends: it says that a task failed, which its output has said before it. */

/** `[lint] ERROR task failed`, `make: *** [Makefile:3: test] Error 1`, `npm ERR! code ELIFECYCLE`, `error Command failed with exit code 1.`, `task: Failed to run task "x"` */
const trailer =
  /^(?:(?:\[[\w:.-]{1,60}\] )?ERROR task failed$|make(?:\[\d+\])?: \*\*\* \[|(?:npm (?:ERR!|error) )?(?:code )?ELIFECYCLE\b|npm (?:ERR!|error) Lifecycle script|error Command failed with exit code \d|error: [Rr]ecipe `|error: script "[^"]{1,80}" exited|task: Failed to run task )/

export function isRunnerTrailer(line: string): boolean {
  return trailer.test(line.trimStart().slice(0, 400))
}
