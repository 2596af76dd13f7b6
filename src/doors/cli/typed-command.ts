/** How this program was started, for sentences that name what to run next. */

type Environment = Readonly<Record<string, string | undefined>>

/** `npx fovea` where npm started it so: without a global installation nothing else works there. */
export function typedCommand(env: Environment = process.env): string {
  return isByNpx(env) ? 'npx fovea' : 'fovea'
}

/** Whether `npx fovea` started this process, and not a program that runs under another `npx`. */
export function isByNpx({ npm_lifecycle_event: event, npm_lifecycle_script: script }: Environment): boolean {
  return event === 'npx' && /^['"]?fovea\b/.test(script ?? '')
}
