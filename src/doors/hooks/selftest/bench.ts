/** The environment in which the checks of a host run, and how a check is run. */
import type { RawRecord } from '../../../formats/raw-value.ts'
import type { Finished } from '../../run-process.ts'
import type { HookSettings } from '../hook-settings.ts'

export interface Check {
  readonly name: string
  /** `undefined` if it was skipped; `detail` says why. */
  readonly ok: boolean | undefined
  readonly detail: string
}

/** An empty directory, its own store, and the installed hooks. */
export interface Bench {
  readonly directory: string
  readonly file: string
  readonly transcript: string
  readonly storePath: string
  settings(event: string): HookSettings
  /** The answer to an event. Throws if nothing is configured for it, or if the answer is not a JSON object. */
  ask(event: string, payload: object): Promise<RawRecord>
  /** Runs a shell command in the directory. */
  run(command: string): Promise<Finished>
  /** What is wrong with a shortened text, if anything; its original must be in the store. */
  faultOf(shown: string, original: string, storePath: string): string | undefined
}

/** Fails with what `fault` returns or throws. */
export async function check(
  name: string,
  detail: string,
  fault: () => Promise<string | undefined>,
): Promise<Check> {
  try {
    const why = await fault()
    return why === undefined ? { name, ok: true, detail } : { name, ok: false, detail: why }
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}
