/** The name by which the user started this program, for messages that name a command to run next. */

type Environment = Readonly<Record<string, string | undefined>>

/** `npx fovea` if npm started it that way: without a global installation, `fovea` alone would not be found. */
export function programName(env: Environment = process.env): string {
  return isByNpx(env) ? 'npx fovea' : 'fovea'
}

/** Whether `npx fovea` started this process, and not a program that runs under another `npx`. */
export function isByNpx({ npm_lifecycle_event: event, npm_lifecycle_script: script }: Environment): boolean {
  return event === 'npx' && /^['"]?fovea\b/.test(script ?? '')
}
