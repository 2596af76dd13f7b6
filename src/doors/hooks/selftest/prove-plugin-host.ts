/** The checks of hosts that load a plugin: opencode and pi. The plugin runs in a process of its own, as the host has it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import type { HostName } from '../contracts/contract.ts'
import { shellQuoted } from '../fovea-command.ts'
import { defaultMaxTokens } from '../hook-settings.ts'
import { probeOutput } from './probe-output.ts'
import { probeMessages, probeRule, probeSession } from './probe-session.ts'
import { type Bench, type Check, check, withBench } from './prove-hook.ts'
import { runProcess } from './run-process.ts'

export function provePluginHost(host: HostName, file: string): Promise<readonly Check[]> {
  return withBench(host, [], async bench => {
    const output = probeOutput(defaultMaxTokens * 2)
    let seen: RawRecord | undefined
    const drive = async (): Promise<RawRecord> => {
      seen ??= await driven(host, file, output, bench)
      return seen
    }
    const shown = async (key: string): Promise<string> => String((await drive())[key] ?? '')
    const storePath = String(bench.env['FOVEA_STORE'])
    return [
      await check('a tool that succeeds', 'its output is replaced', async () =>
        bench.faultOf(await shown('success'), output, storePath),
      ),
      await check('a tool that fails', 'its output is replaced', async () =>
        bench.faultOf(await shown('failure'), output, storePath),
      ),
      await check('a short output', 'it is left as it is', async () =>
        (await shown('small')) === 'done' ? undefined : 'it was changed',
      ),
      await check('a compaction', 'the ledger is offered', async () =>
        (await shown('ledger')).includes(probeRule) ? undefined : 'what the user forbade is not in it',
      ),
    ]
  })
}

async function driven(host: HostName, file: string, output: string, bench: Bench): Promise<RawRecord> {
  const given = join(bench.directory, 'given.json')
  const driver = join(bench.directory, 'driver.mjs')
  writeFileSync(
    given,
    JSON.stringify({ output, messages: probeMessages, session: probeSession, transcript: bench.transcript }),
  )
  writeFileSync(driver, host === 'opencode' ? opencodeDriver(file, given) : piDriver(file, given))
  const command = `${shellQuoted(process.execPath)} ${shellQuoted(driver)}`
  const { stdout, stderr } = await runProcess(command, '', { cwd: bench.directory, env: bench.env })
  const value: unknown = JSON.parse(stdout === '' ? 'null' : stdout)
  if (!isRecord(value)) throw new Error(stderr.slice(0, 300))
  return value
}

function loaded(file: string, given: string): string {
  return `import { readFileSync } from 'node:fs'
const plugin = await import(${JSON.stringify(pathToFileURL(file).href)})
const given = JSON.parse(readFileSync(${JSON.stringify(given)}, 'utf8'))
`
}

function opencodeDriver(file: string, given: string): string {
  return `${loaded(file, given)}
const [create] = Object.values(plugin)
const hooks = await create({ client: { session: { messages: async () => ({ data: given.messages }) } } })
const after = async (text, metadata) => {
  const output = { title: 'npm test', output: text, metadata }
  const input = { tool: 'bash', sessionID: given.session, callID: 'call', args: { command: 'npm test' } }
  await hooks['tool.execute.after'](input, output)
  return output.output
}
const compaction = { context: [] }
await hooks['experimental.session.compacting']({ sessionID: given.session }, compaction)
console.log(JSON.stringify({
  success: await after(given.output, { exit: 0 }),
  failure: await after(given.output, { exit: 3 }),
  small: await after('done', { exit: 0 }),
  ledger: compaction.context.join('\\n'),
}))
`
}

function piDriver(file: string, given: string): string {
  return `${loaded(file, given)}
const handlers = {}
plugin.default({ on: (event, handler) => { handlers[event] = handler } })
const ctx = { sessionManager: { getSessionId: () => given.session, getSessionFile: () => given.transcript } }
const result = async (text, isError) => {
  const content = [{ type: 'text', text }]
  const event = { toolName: 'bash', toolCallId: 'call', input: { command: 'npm test' }, content, isError }
  const changed = await handlers.tool_result(event, ctx)
  return (changed?.content ?? content)[0].text
}
const [success, failure, small] = [await result(given.output, false), await result(given.output, true), await result('done', false)]
await handlers.session_before_compact({}, ctx)
const started = await handlers.before_agent_start({ prompt: 'go on' }, ctx)
console.log(JSON.stringify({ success, failure, small, ledger: started?.message?.content }))
`
}
