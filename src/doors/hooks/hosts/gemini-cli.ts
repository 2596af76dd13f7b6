/** Gemini CLI: a result is replaced by denying it with a reason; the ledger is added to the next prompt. */
import { join } from 'node:path'
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { type Bench, type Check, check } from '../selftest/bench.ts'
import { eventFields, leavesShortOutput, offersLedger } from '../selftest/command-checks.ts'
import {
  jsonLines,
  sampleAnswer,
  sampleOutput,
  sampleRequest,
  sampleSession,
  sampleTime,
} from '../selftest/sample-output.ts'
import { commandAndArguments, type Handler, type HookTools, type Host } from './host.ts'
import { outputSource, recordField, textField } from './payload-fields.ts'

export const geminiCli: Host = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  program: 'gemini',
  note: 'Restart Gemini CLI; /hooks shows them.',
  projectDirectory: '.gemini',
  userDirectory: home => join(home, '.gemini'),
  hookFile: {
    type: 'commands',
    file: 'settings.json',
    entries: [
      {
        event: 'AfterTool',
        matcher: 'run_shell_command|grep_search|search_file_content|web_fetch|google_web_search|mcp_.*',
        timeout: 60_000,
      },
      { event: 'BeforeAgent', timeout: 60_000 },
    ],
    // Gemini CLI stops if a hook ends with 2 or more, and a missing program ends with 127.
    suffix: ' || exit 0',
  },
  offSwitches: [{ files: ['settings.json'], path: ['hooksConfig', 'enabled'], value: false }],
  mcp: {
    path: home => join(home, '.gemini/settings.json'),
    servers: 'mcpServers',
    entry: commandAndArguments,
  },
  events: { AfterTool: replaceOutput, BeforeAgent: offerLedger },
  selftest: {
    // The last line is a compaction.
    transcript: jsonLines(
      { sessionId: sampleSession, startTime: sampleTime },
      { id: '1', timestamp: sampleTime, type: 'user', content: [{ text: sampleRequest }] },
      { id: '2', timestamp: sampleTime, type: 'gemini', content: sampleAnswer },
      {
        $set: {
          messages: [
            { id: '3', timestamp: sampleTime, type: 'user', content: [{ text: '<state_snapshot/>' }] },
          ],
        },
      },
    ),
    checks: async bench => [
      await replacesResult(bench, undefined),
      await replacesResult(bench, { message: 'exit code 3' }),
      await leavesShortOutput(bench, 'AfterTool', toolResult(bench, 'done', undefined)),
      await offersLedger(bench, undefined, 'BeforeAgent', { prompt: 'go on' }),
    ],
  },
}

/** The host reports a replaced result as blocked: the model must know that the tool did run. */
const preface = 'Not blocked: the tool ran, and this is its output, shortened.'

async function replaceOutput(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const response = recordField(payload, 'tool_response')
  const text = contentText(response['llmContent'])
  if (text === undefined) return undefined
  const source = outputSource(textField(payload, 'tool_name'), recordField(payload, 'tool_input'))
  const isError = isRecord(response['error'])
  const shorter = await tools.shorten({ ...source, text, isError }, textField(payload, 'session_id'))
  return shorter === undefined ? undefined : { decision: 'deny', reason: `${preface}\n${shorter}` }
}

/** A string, or parts that are all text. */
function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content : [content]
  const texts = parts.map(part =>
    isRecord(part) && Object.keys(part).length === 1 ? textField(part, 'text') : undefined,
  )
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('')
}

/** `PreCompress` comes before every request, with or without a compaction: only the session file shows one. */
async function offerLedger(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const [session, transcript] = [textField(payload, 'session_id'), textField(payload, 'transcript_path')]
  if (session === undefined || transcript === undefined) return undefined
  const additionalContext = await tools.ledgerOfCompaction(session, transcript)
  return additionalContext === undefined
    ? undefined
    : { hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext } }
}

function toolResult(bench: Bench, llmContent: string, error: object | undefined): RawRecord {
  return {
    ...eventFields(bench, 'AfterTool'),
    timestamp: sampleTime,
    tool_name: 'run_shell_command',
    tool_input: { command: 'npm test' },
    tool_response: { llmContent, returnDisplay: '', ...(error === undefined ? {} : { error }) },
  }
}

function replacesResult(bench: Bench, error: object | undefined): Promise<Check> {
  const name = error === undefined ? 'a tool that succeeds' : 'a tool that fails'
  return check(name, 'its result is replaced', async () => {
    const { maxTokens, storePath } = bench.settings('AfterTool')
    const original = sampleOutput(maxTokens)
    const answer = await bench.ask('AfterTool', toolResult(bench, original, error))
    if (answer['decision'] !== 'deny') return 'nothing is replaced'
    return bench.faultOf(textField(answer, 'reason') ?? '', original, storePath)
  })
}
