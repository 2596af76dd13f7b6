/** What the task of a project calls, as its runner prints it before it runs it. */

/** `[lint] $ eslint .`, `$ biome check .`, `> eslint .`; npm first names the package: `> app@1.0.0 lint`. */
const echo = /^(?:\[[\w:.-]{1,40}\] )?[$>] (?!\S{1,80}@\d)(\S.{1,80})$/

export function echoedScript(line: string): string | undefined {
  return echo.exec(line)?.[1]
}

const maxBefore = 6

/** The line of an output that names it; it is one of the first. */
export function echoLine(output: string): string | undefined {
  return output
    .split('\n', maxBefore)
    .map(line => line.trimEnd())
    .find(line => echoedScript(line) !== undefined)
}
