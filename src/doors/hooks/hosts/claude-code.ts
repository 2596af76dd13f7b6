/** Claude Code: results of successful tools are replaced in their own shape; commands that may fail are wrapped. */
import { join } from 'node:path'
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import { homeDirectory } from '../../../store/home-directory.ts'
import { type Bench, type Check, check } from '../selftest/bench.ts'
import {
  eventFields,
  leavesShortOutput,
  offersLedger,
  wrapsFailingCommand,
} from '../selftest/command-checks.ts'
import {
  jsonLines,
  sampleAnswer,
  sampleOutput,
  sampleRequest,
  sampleSession,
  sampleTime,
} from '../selftest/sample-output.ts'
import { deniesCommands } from '../wrap/command-rules.ts'
import { commandWrapper } from '../wrap/command-wrapper.ts'
import { commandAndArguments, type Environment, type Handler, type HookTools, type Host } from './host.ts'
import { keepLedger, offerAtSessionStart } from './offer-ledger.ts'
import { outputSource, recordField, textField } from './payload-fields.ts'
import { shortenTexts, wholeText } from './shorten-texts.ts'

export const claudeCode: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  note: 'Sessions that run already read their settings again; /hooks shows them.',
  projectDirectory: '.claude',
  userDirectory,
  hookFile: {
    type: 'commands',
    file: 'settings.json',
    entries: [
      { event: 'PreToolUse', matcher: 'Bash', timeout: 10 },
      { event: 'PostToolUse', matcher: 'Bash|Grep|WebFetch|WebSearch|mcp__.*', timeout: 60 },
      { event: 'PreCompact', timeout: 60 },
      { event: 'SessionStart', matcher: 'compact', timeout: 60 },
    ],
  },
  offSwitches: [{ files: ['settings.local.json', 'settings.json'], path: ['disableAllHooks'], value: true }],
  mcp: {
    path: (home, env) => join(env['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json'),
    servers: 'mcpServers',
    entry: commandAndArguments,
  },
  throughProxy: address => `ANTHROPIC_BASE_URL=${address} claude`,
  hasCommandRules,
  events: {
    // A hook cannot replace the result of a failed tool, and failed test runs are long: the command is wrapped to print less.
    PreToolUse: commandWrapper(() => claudeCode, { mayBeAskedAbout: true, keepsDirectory: true }),
    PostToolUse: replaceOutput,
    PreCompact: keepLedger,
    SessionStart: offerAtSessionStart,
  },
  selftest: {
    transcript: jsonLines(
      { ...record(null, 'u', 'user'), message: { role: 'user', content: sampleRequest } },
      {
        ...record('u', 'a', 'assistant'),
        message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: sampleAnswer }] },
      },
    ),
    checks: async bench => [
      await replacesOutput(bench),
      await leavesShortOutput(bench, 'PostToolUse', commandResult(bench, 'done')),
      await wrapsFailingCommand(bench, claudeCode),
      await offersLedger(bench, 'PreCompact', 'SessionStart', { source: 'compact' }),
    ],
  },
}

function record(parentUuid: string | null, uuid: string, type: string): object {
  const place = { isSidechain: false, cwd: '/project', sessionId: sampleSession, timestamp: sampleTime }
  return { parentUuid, ...place, type, uuid }
}

function userDirectory(home: string, env: Environment): string {
  return env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude')
}

function hasCommandRules(directory: string | undefined, env: Environment): boolean {
  const here = env['CLAUDE_PROJECT_DIR'] ?? directory
  return [
    join(userDirectory(env['HOME'] || homeDirectory(), env), 'settings.json'),
    ...(here === undefined
      ? []
      : [join(here, '.claude/settings.json'), join(here, '.claude/settings.local.json')]),
    '/etc/claude-code/managed-settings.json',
    '/Library/Application Support/ClaudeCode/managed-settings.json',
  ].some(deniesCommands)
}

async function replaceOutput(payload: RawRecord, tools: HookTools): ReturnType<Handler> {
  const response = payload['tool_response']
  if (isRecord(response) && response['isImage'] === true) return undefined
  const source = outputSource(textField(payload, 'tool_name'), recordField(payload, 'tool_input'))
  const session = textField(payload, 'session_id')
  const whole = await wholeText(textField(response, 'persistedOutputPath'))
  const shorten = (text: string) =>
    tools.shorten(
      { ...source, text: isRecord(response) && text === response['stdout'] ? (whole ?? text) : text },
      session,
    )
  const updated = await shortenTexts(response, shorten)
  if (updated === response) return undefined
  return {
    hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: withoutPersisted(updated) },
  }
}

/** The host would show its copy on disk instead of the shortened output. */
function withoutPersisted(updated: unknown): unknown {
  if (!isRecord(updated)) return updated
  const { persistedOutputPath, persistedOutputSize, ...rest } = updated
  return rest
}

function commandResult(bench: Bench, stdout: string): RawRecord {
  return {
    ...eventFields(bench, 'PostToolUse'),
    tool_name: 'Bash',
    tool_use_id: 'toolu_test',
    tool_input: { command: 'npm test' },
    tool_response: { stdout, stderr: '', interrupted: false, isImage: false },
  }
}

function replacesOutput(bench: Bench): Promise<Check> {
  return check('a command that succeeds', 'its output is replaced in the shape of the tool', async () => {
    const { maxTokens, storePath } = bench.settings('PostToolUse')
    const payload = commandResult(bench, sampleOutput(maxTokens))
    const response = recordField(payload, 'tool_response')
    const specific = recordField(await bench.ask('PostToolUse', payload), 'hookSpecificOutput')
    const updated = specific['updatedToolOutput']
    if (specific['hookEventName'] !== 'PostToolUse' || !isRecord(updated)) return 'nothing is replaced'
    const isSame = Object.keys(response).every(key => typeof updated[key] === typeof response[key])
    if (!isSame || Object.keys(updated).length !== Object.keys(response).length)
      return 'the answer has not the shape of the tool'
    return bench.faultOf(textField(updated, 'stdout') ?? '', textField(response, 'stdout') ?? '', storePath)
  })
}
