/** CPU time that processes have taken so far, which other load on the machine does not lengthen. Linux alone; else 0. */
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

interface ProcessTimes {
  readonly parent: number
  /** Its own. */
  readonly own: number
  /** Of its children that have ended. */
  readonly ended: number
}

export function cpuSeconds(pid: number): number {
  return timesOf(pid)?.own ?? 0
}

/** With all children, living and ended. */
export function cpuSecondsOfAll(pid: number): number {
  const { own = 0, ended = 0 } = timesOf(pid) ?? {}
  const children = everyProcess().filter(each => timesOf(each)?.parent === pid)
  return own + ended + children.reduce((sum, child) => sum + cpuSeconds(child), 0)
}

function everyProcess(): readonly number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in brackets and may hold anything.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const seconds = (from: number): number => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / ticksPerSecond
    return { parent: fields[1] ?? 0, own: seconds(11), ended: seconds(13) }
  } catch {
    return undefined
  }
}
