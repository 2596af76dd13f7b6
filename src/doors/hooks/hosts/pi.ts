/** pi, through our extension: results are replaced, the ledger is added to the next prompt. */
import { join } from 'node:path'
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { askSource, pluginMark } from '../install/plugin-parts.ts'
import { pluginChecks } from '../selftest/plugin-checks.ts'
import {
  jsonLines,
  sampleAnswer,
  sampleRequest,
  sampleSession,
  sampleTime,
} from '../selftest/sample-output.ts'
import type { Handler, HookCommand, HookTools, Host } from './host.ts'
import { keepLedger } from './offer-ledger.ts'
import { outputSource, recordField, textField } from './payload-fields.ts'
import { shortenTexts, wholeText } from './shorten-texts.ts'

export const pi: Host = {
  name: 'pi',
  title: 'pi',
  program: 'pi',
  note: 'Type /reload in pi, or restart it.',
  projectDirectory: '.pi',
  userDirectory: (home, env) => env['PI_CODING_AGENT_DIR'] ?? join(home, '.pi/agent'),
  hookFile: { type: 'plugin', file: 'extensions/fovea.ts', source: piExtension },
  throughProxy: address => `"baseUrl": "${address}" of a provider in models.json`,
  events: { tool_result: replaceOutput, session_before_compact: keepLedger, before_agent_start: offerLedger },
  selftest: {
    transcript: jsonLines(
      { type: 'session', version: 3, id: sampleSession, timestamp: sampleTime, cwd: '/project' },
      message('a', null, 'user', sampleRequest),
      message('b', 'a', 'assistant', sampleAnswer),
    ),
    checks: bench => pluginChecks(bench, driver),
  },
}

function message(id: string, parentId: string | null, role: string, text: string): object {
  return {
    type: 'message',
    id,
    parentId,
    timestamp: sampleTime,
    message: { role, content: [{ type: 'text', text }] },
  }
}

const driver = `const handlers = {}
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

async function replaceOutput(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const content = payload['content']
  if (!Array.isArray(content) || !content.every(isRecord)) return undefined
  const source = outputSource(textField(payload, 'toolName'), recordField(payload, 'input'))
  const isError = payload['isError'] === true
  const updated = await shortenTexts(content, async part => {
    const { text, after } = await uncut(part, textField(payload, 'fullOutputPath'))
    const shorter = await tools.shorten({ ...source, text, isError }, textField(payload, 'session_id'))
    return shorter === undefined ? undefined : `${shorter}${after}`
  })
  return updated === content ? undefined : { content: updated }
}

const cut = /\n\n\[Showing [^[\]\n]{1,200}\. Full output: ([^[\]\n]{1,1000})\]/
/** The line about the cut comes before a short text on how the command ended. */
const maxAtEnd = 2000
/** More than anyone could guess of a file; pi shows more of an output that it cuts. */
const minShown = 1000

/** pi shows the end of a long output and names the file with all of it; if the command failed, only in the text. */
async function uncut(
  part: string,
  path: string | undefined,
): Promise<{ readonly text: string; readonly after: string }> {
  const end = part.slice(-maxAtEnd)
  const found = cut.exec(end)
  const whole = found === null ? undefined : await wholeText(path ?? found[1])
  if (found === null || whole === undefined) return { text: part, after: '' }
  const at = part.length - end.length + found.index
  const shown = part.slice(0, at).trimEnd()
  // A command may print such a line too, and name any file: only a file that ends with all of the shown text is used.
  if (path === undefined && (shown.length < minShown || !whole.trimEnd().endsWith(shown)))
    return { text: part, after: '' }
  return { text: whole, after: part.slice(at + found[0].length) }
}

async function offerLedger(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const session = textField(payload, 'session_id')
  const content = session === undefined ? undefined : await tools.takeLedger(session)
  return content === undefined
    ? undefined
    : { message: { customType: 'fovea-ledger', content, display: true } }
}

/** The extension ignores outputs below this many characters. */
const minCharacters = 2000

/** The extension that pi loads from its extensions directory. */
function piExtension(command: HookCommand): string {
  return `${pluginMark}
// @ts-nocheck
${askSource('pi', command)}
const sessionOf = ctx => ({
  session_id: ctx?.sessionManager?.getSessionId?.() ?? ctx?.sessionManager?.getSessionFile?.(),
  transcript_path: ctx?.sessionManager?.getSessionFile?.(),
})

function fovea(pi) {
  // A session may have been compacted when pi ended.
  let mayBeCompacted = true
  pi.on('tool_result', async (event, ctx) => {
    const length = event.content.reduce((sum, part) => sum + (part.text?.length ?? 0), 0)
    if (length < ${minCharacters}) return undefined
    const { toolName, toolCallId, input, content, isError } = event
    const fullOutputPath = event.details?.fullOutputPath
    const answer = await ask('tool_result', { ...sessionOf(ctx), toolName, toolCallId, input, content, isError, fullOutputPath })
    return Array.isArray(answer.content) ? { content: answer.content } : undefined
  })
  pi.on('session_before_compact', async (_event, ctx) => {
    await ask('session_before_compact', sessionOf(ctx))
    mayBeCompacted = true
  })
  pi.on('before_agent_start', async (_event, ctx) => {
    if (!mayBeCompacted) return undefined
    mayBeCompacted = false
    const answer = await ask('before_agent_start', sessionOf(ctx))
    return answer.message === undefined ? undefined : { message: answer.message }
  })
}

export { fovea as default }
`
}
