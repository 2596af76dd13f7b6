/** Checks of a host that loads a plugin: the plugin runs in its own process, as in the host. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { shellQuoted } from '../../../scan/actions/shell/shell-quoted.ts'
import { defaultMaxTokens } from '../hook-settings.ts'
import { type Bench, type Check, check } from './bench.ts'
import { sampleOutput, sampleRule, sampleSession } from './sample-output.ts'

/**
 * `driver` is JavaScript that calls `plugin` as the host would, with `given.output`, `given.messages`, `given.session`
 * and `given.transcript`, and prints `{ success, failure, small, ledger }` as JSON.
 */
export async function pluginChecks(
  bench: Bench,
  driver: string,
  messages: readonly object[] = [],
): Promise<readonly Check[]> {
  const output = sampleOutput(defaultMaxTokens * 2)
  let printed: Promise<RawRecord> | undefined
  const shown = async (key: string): Promise<string> => {
    printed ??= runDriver(bench, driver, { output, messages })
    return String((await printed)[key] ?? '')
  }
  return [
    await check('a tool that succeeds', 'its output is replaced', async () =>
      bench.faultOf(await shown('success'), output, bench.storePath),
    ),
    await check('a tool that fails', 'its output is replaced', async () =>
      bench.faultOf(await shown('failure'), output, bench.storePath),
    ),
    await check('a short output', 'it is left as it is', async () =>
      (await shown('small')) === 'done' ? undefined : 'it was changed',
    ),
    await check('a compaction', 'the ledger is offered', async () =>
      (await shown('ledger')).includes(sampleRule) ? undefined : 'what the user forbade is not in it',
    ),
  ]
}

async function runDriver(
  { directory, file, transcript, run }: Bench,
  driver: string,
  more: object,
): Promise<RawRecord> {
  const given = join(directory, 'given.json')
  const script = join(directory, 'driver.mjs')
  writeFileSync(given, JSON.stringify({ ...more, session: sampleSession, transcript }))
  writeFileSync(
    script,
    `import { readFileSync } from 'node:fs'
const plugin = await import(${JSON.stringify(pathToFileURL(file).href)})
const given = JSON.parse(readFileSync(${JSON.stringify(given)}, 'utf8'))
${driver}`,
  )
  const { stdout, stderr } = await run(`${shellQuoted(process.execPath)} ${shellQuoted(script)}`)
  const value: unknown = JSON.parse(stdout === '' ? 'null' : stdout)
  if (!isRecord(value)) throw new Error(stderr.slice(0, 300))
  return value
}
