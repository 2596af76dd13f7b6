/** opencode, through our plugin: outputs are replaced, the ledger is added to the prompt of a compaction. */
import { join } from 'node:path'
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { askSource, pluginMark } from '../install/plugin-parts.ts'
import { pluginChecks } from '../selftest/plugin-checks.ts'
import { sampleAnswer, sampleRequest } from '../selftest/sample-output.ts'
import type { Environment, Handler, HookCommand, HookTools, Host } from './host.ts'
import { outputSource, recordField, textField } from './payload-fields.ts'
import { wholeText } from './shorten-texts.ts'

export const opencode: Host = {
  name: 'opencode',
  title: 'opencode',
  program: 'opencode',
  note: 'Restart opencode.',
  projectDirectory: '.opencode',
  userDirectory,
  hookFile: { type: 'plugin', file: 'plugins/fovea.js', source: opencodePlugin },
  mcp: {
    path: (home, env) => join(userDirectory(home, env), 'opencode.json'),
    servers: 'mcp',
    entry: words => ({ type: 'local', command: words, enabled: true }),
  },
  throughProxy: address => `"provider.anthropic.options.baseURL": "${address}/v1" in opencode.json`,
  events: { 'tool.execute.after': replaceOutput, 'experimental.session.compacting': offerLedger },
  selftest: {
    // opencode passes messages to its plugins and has no session file that they read.
    transcript: '',
    checks: bench =>
      pluginChecks(bench, driver, [
        { info: { role: 'user' }, parts: [{ type: 'text', text: sampleRequest }] },
        { info: { role: 'assistant' }, parts: [{ type: 'text', text: sampleAnswer }] },
      ]),
  },
}

function userDirectory(home: string, env: Environment): string {
  return env['OPENCODE_CONFIG_DIR'] ?? join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode')
}

const driver = `const [create] = Object.values(plugin)
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

async function replaceOutput(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const part = textField(payload, 'output')
  if (part === undefined) return undefined
  const source = outputSource(textField(payload, 'tool'), recordField(payload, 'args'))
  const metadata = recordField(payload, 'metadata')
  const text = (await wholeText(textField(metadata, 'outputPath'))) ?? part
  const output = await tools.shorten(
    { ...source, text, exitCode: exitCodeOf(metadata) },
    textField(payload, 'sessionID'),
  )
  return output === undefined ? undefined : { output }
}

async function offerLedger(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const messages = opencodeMessages(payload['messages'])
  const text = messages.length === 0 ? undefined : await tools.ledger({ messages })
  return text === undefined ? undefined : { context: [text] }
}

/** Messages as opencode's server lists them → messages of Chat Completions. */
function opencodeMessages(listed: unknown): readonly RawRecord[] {
  if (!Array.isArray(listed)) return []
  return listed.flatMap(message => {
    if (!isRecord(message)) return []
    const parts = Array.isArray(message['parts']) ? message['parts'].filter(isRecord) : []
    const content = parts
      .flatMap(part => (part['type'] === 'text' ? (textField(part, 'text') ?? []) : []))
      .join('\n')
    if (textField(recordField(message, 'info'), 'role') !== 'assistant')
      return content === '' ? [] : [{ role: 'user', content }]
    const calls = parts.filter(part => part['type'] === 'tool' && textField(part, 'callID') !== undefined)
    if (calls.length === 0) return content === '' ? [] : [{ role: 'assistant', content }]
    return [{ role: 'assistant', content, tool_calls: calls.map(callOf) }, ...calls.map(resultOf)]
  })
}

function callOf(part: RawRecord): RawRecord {
  const input = recordField(recordField(part, 'state'), 'input')
  return {
    id: part['callID'],
    type: 'function',
    function: { name: textField(part, 'tool') ?? 'tool', arguments: JSON.stringify(input) },
  }
}

function resultOf(part: RawRecord): RawRecord {
  const state = recordField(part, 'state')
  const printed = textField(state, 'output') ?? textField(state, 'error') ?? ''
  const exitCode = exitCodeOf(recordField(state, 'metadata'))
  const content = exitCode === undefined ? printed : `${printed}\n[exit code ${exitCode}]`
  return { role: 'tool', tool_call_id: part['callID'], content }
}

/** opencode keeps the exit code beside the output, where the model does not see it. */
function exitCodeOf({ exit }: RawRecord): number | undefined {
  return typeof exit === 'number' ? exit : undefined
}

/** The plugin ignores outputs below this many characters. */
const minCharacters = 2000

/** The plugin that opencode loads from its plugin directory. */
function opencodePlugin(command: HookCommand): string {
  return `${pluginMark}
${askSource('opencode', command)}
export const FoveaPlugin = async ({ client }) => ({
  'tool.execute.after': async (input, output) => {
    if (typeof output?.output !== 'string' || output.output.length < ${minCharacters}) return
    const answer = await ask('tool.execute.after', {
      tool: input.tool,
      sessionID: input.sessionID,
      callID: input.callID,
      args: input.args ?? {},
      output: output.output,
      metadata: { exit: output.metadata?.exit, outputPath: output.metadata?.outputPath },
    })
    if (typeof answer.output === 'string') output.output = answer.output
  },
  'experimental.session.compacting': async (input, output) => {
    try {
      const { data } = await client.session.messages({ path: { id: input.sessionID } })
      const answer = await ask('experimental.session.compacting', { sessionID: input.sessionID, messages: data })
      if (Array.isArray(answer.context)) output.context.push(...answer.context)
    } catch {
      // A compaction continues without a ledger.
    }
  },
})
`
}
