/** What `npx` started ends with its parent: the shell between them hands no signal on, and would leave it running. */
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
