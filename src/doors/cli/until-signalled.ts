/** For servers: the first SIGINT or SIGTERM asks for an orderly end, the second kills. */

/** A read that blocks in the kernel keeps a process alive whatever it closes. */
const maxMillisecondsToEnd = 3000

export function untilSignalled(): Promise<void> {
  return new Promise(resolve => {
    const stop = (): void => {
      // Without a listener the next one has its usual effect.
      process.off('SIGINT', stop).off('SIGTERM', stop)
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), maxMillisecondsToEnd).unref()
      resolve()
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
  })
}
