/** The programs of threads, and the options that all threads are started with. */
import type { ResourceLimits, WorkerOptions } from 'node:worker_threads'

/** Beside the file that starts it, in the source as in the package, where all files are in one folder. */
export function threadProgram(name: string, starter: string): URL {
  return new URL(`./${name}${starter.slice(starter.lastIndexOf('.'))}`, starter)
}

/** By itself it grows to 192 while a long history is read, which saves no time: a thread would take 130 MB more. */
const maxYoungGenerationSizeMb = 24

/** The options of a thread that finds `setup` in its `workerData`. */
export function threadOptions(setup: object, limits: ResourceLimits = {}): WorkerOptions {
  return {
    workerData: setup,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb, ...limits },
  }
}
