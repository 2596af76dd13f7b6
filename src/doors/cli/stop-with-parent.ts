/**
 * `npx` runs a program below a shell, and that shell hands no signal on: a `kill` of the job ends both and leaves the program
 * running. So what `npx` started ends when its parent does.
 */
import { isByNpx } from './typed-command.ts'

const intervalMs = 500

export function stopWithParent(env: Readonly<Record<string, string | undefined>> = process.env): void {
  if (!isByNpx(env)) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (isAlive(parent)) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, intervalMs)
  watch.unref()
}

function isAlive(parent: number): boolean {
  // An orphan gets another parent; on Windows the number stays.
  if (process.ppid !== parent) return false
  try {
    process.kill(parent, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
