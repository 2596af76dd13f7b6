/** Runs the checks of a host on an installed configuration, as the host would call its hooks. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FoveaError, optionError } from '../../../errors.ts'
import { isRecord } from '../../../formats/raw-value.ts'
import { shellCommands } from '../../../scan/actions/shell/shell-commands.ts'
import { handlesIn } from '../../../scan/marker.ts'
import { openStore } from '../../../store/index.ts'
import { toText } from '../../../tokens/bytes.ts'
import { runProcess } from '../../run-process.ts'
import { type HookSettings, readHookArguments } from '../hook-settings.ts'
import type { Configuration } from '../install/configuration.ts'
import type { ConfiguredHook } from '../install/json-hooks.ts'
import type { Check } from './bench.ts'
import { sampleError } from './sample-output.ts'

export async function runSelftest(
  { host, file }: Pick<Configuration, 'host' | 'file'>,
  hooks: readonly ConfiguredHook[],
): Promise<readonly Check[]> {
  const directory = mkdtempSync(join(tmpdir(), 'fovea-hook-test-'))
  const transcript = join(directory, 'session.jsonl')
  const storePath = join(directory, 'store.db')
  writeFileSync(transcript, host.selftest.transcript)
  const env = { ...process.env, FOVEA_STORE: storePath, FOVEA_HOOKS: '' }
  const hookOf = (event: string): ConfiguredHook => {
    const hook = hooks.find(configured => configured.event === event)
    if (hook !== undefined) return hook
    throw optionError(`Nothing is installed for ${event}.`)
  }
  try {
    return await host.selftest.checks({
      directory,
      file,
      transcript,
      storePath,
      settings: event => settingsOf(hookOf(event).command, env),
      run: command => runProcess(command, '', { cwd: directory, env }),
      async ask(event, payload) {
        const done = await runProcess(hookOf(event).command, JSON.stringify(payload), { cwd: directory, env })
        // Our hooks write nothing to standard error; a shell that cannot find the program does.
        if (done.code !== 0 || (done.stdout === '' && done.stderr !== ''))
          throw new FoveaError(
            'internal',
            `The command ended with ${done.code}: ${done.stderr.slice(0, 300)}`,
          )
        const answer: unknown = JSON.parse(done.stdout || '{}')
        if (!isRecord(answer)) throw new FoveaError('internal', 'The answer is no JSON object.')
        return answer
      },
      faultOf,
    })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The options in the configured command. */
function settingsOf(command: string, env: NodeJS.ProcessEnv): HookSettings {
  const words = shellCommands(command)[0]?.words.map(word => word.text) ?? []
  return readHookArguments(words.slice(words.indexOf('run') + 1), env).settings
}

function faultOf(shown: string, original: string, storePath: string): string | undefined {
  if (shown.length >= original.length / 2) return 'it is not much shorter'
  if (!shown.includes(sampleError)) return 'the error in it is gone'
  const [handle] = handlesIn(shown)
  if (handle === undefined) return 'it names no original'
  const store = openStore(storePath)
  try {
    return toText(store.get(handle)) === original ? undefined : 'another original is stored under its handle'
  } finally {
    store.close()
  }
}
