/** Drives an installed configuration as its host would, and checks that what the model would see has changed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FoveaError } from '../../../errors.ts'
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { shellCommands } from '../../../scan/actions/shell/shell-commands.ts'
import { handlesIn } from '../../../scan/marker.ts'
import { sqliteStore } from '../../../store/sqlite.ts'
import { toText } from '../../../tokens/bytes.ts'
import type { HostName } from '../contracts/contract.ts'
import { type HookSettings, readHookArguments } from '../hook-settings.ts'
import type { ConfiguredHook } from '../install/json-hooks.ts'
import { probeError } from './probe-output.ts'
import { probeTranscript } from './probe-session.ts'
import { runProcess } from './run-process.ts'

export interface Check {
  readonly name: string
  /** `undefined`: it could not be tried, and `detail` says why. */
  readonly ok: boolean | undefined
  readonly detail: string
}

/** What the checks of a host work with: an empty directory, a store of its own, the installed hooks. */
export interface Bench {
  readonly directory: string
  readonly transcript: string
  readonly env: NodeJS.ProcessEnv
  settings(event: string): HookSettings
  /** The answer to an event. Throws where nothing is configured for it, or the answer is no JSON object. */
  ask(event: string, payload: object): Promise<RawRecord>
  /** What there is to say against a text that should stand for an original, in whole and in the store. */
  faultOf(shown: string, original: string, storePath: string): string | undefined
}

export async function withBench<Result>(
  host: HostName,
  hooks: readonly ConfiguredHook[],
  use: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'fovea-hook-test-'))
  const transcript = join(directory, 'session.jsonl')
  writeFileSync(transcript, probeTranscript(host))
  const env = { ...process.env, FOVEA_STORE: join(directory, 'store.db'), FOVEA_HOOKS: '' }
  const hookOf = (event: string): ConfiguredHook => {
    const hook = hooks.find(configured => configured.event === event)
    if (hook !== undefined) return hook
    throw new FoveaError('invalid-option', `Nothing is installed for ${event}.`)
  }
  try {
    return await use({
      directory,
      transcript,
      env,
      settings: event => settingsOf(hookOf(event).command, env),
      async ask(event, payload) {
        const done = await runProcess(hookOf(event).command, JSON.stringify(payload), { cwd: directory, env })
        // A hook of ours says nothing on standard error: the shell does, where there is no such program.
        if (done.code !== 0 || (done.stdout === '' && done.stderr !== ''))
          throw new FoveaError(
            'internal',
            `The command ended with ${done.code}: ${done.stderr.slice(0, 300)}`,
          )
        const answer: unknown = JSON.parse(done.stdout || '{}')
        if (!isRecord(answer)) throw new FoveaError('internal', 'The answer is no JSON object.')
        return answer
      },
      faultOf: (shown, original, storePath) => faultOf(shown, original, storePath),
    })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The options that stand in the configured command. */
function settingsOf(command: string, env: NodeJS.ProcessEnv): HookSettings {
  const words = shellCommands(command)[0]?.words.map(word => word.text) ?? []
  return readHookArguments(words.slice(words.indexOf('run') + 1), env).settings
}

export function faultOf(shown: string, original: string, storePath: string): string | undefined {
  if (shown.length >= original.length / 2) return 'it is not much shorter'
  if (!shown.includes(probeError)) return 'the error in it is gone'
  const [handle] = handlesIn(shown)
  if (handle === undefined) return 'it names no original'
  const store = sqliteStore(storePath)
  try {
    return toText(store.get(handle)) === original ? undefined : 'another original is stored under its handle'
  } finally {
    store.close()
  }
}

/** A check by its name: what `fault` returns or throws speaks against it. */
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
