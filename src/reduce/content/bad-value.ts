/** Whether one value of a record, a cell or a field, says that something went wrong. */
import { severityOf } from './severity.ts'

const badStatus =
  /^(?:err|error|errored|fatal|fail|failed|failure|failing|critical|crit|panic|severe|timed_out|timeout|cancelled|crashloopbackoff|oomkilled|unhealthy|warn|warning|evicted|imagepullbackoff)$/i

/** `failed`, `CrashLoopBackOff`: a state that is a failure or a warning. */
export function isBadStatus(value: string): boolean {
  return value.length < 30 && badStatus.test(value)
}

const maxStartLength = 60

/** A word in capitals, or what a message begins with: further on, prose may well refer to errors. */
export function beginsBadly(value: string): boolean {
  const start = value.slice(0, maxStartLength)
  return (
    /\b(?:FATAL|ERROR|PANIC|CRITICAL|FAILED|FAILURE)\b/.test(start) ||
    (/^(?:\w{1,50}(?:Error|Exception)|error|fatal|panic|failed|traceback|uncaught)\b/i.test(start) &&
      severityOf(start) === 'error')
  )
}
