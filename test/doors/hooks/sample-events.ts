/** What hosts send for each event, as they document it; written by hand. */

export interface SampleEvent {
  readonly host: string
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
}

const claude = {
  session_id: '8c1f',
  transcript_path: '/nowhere/8c1f.jsonl',
  cwd: '/home/ada/shop',
  permission_mode: 'default',
}
const codex = { ...claude, turn_id: 't1', model: 'gpt-5-codex' }
const gemini = { ...claude, timestamp: '2026-05-01T10:00:00.000Z' }

type OutputEventName =
  | 'Claude Code, Bash'
  | 'Claude Code, Grep'
  | 'Claude Code, MCP'
  | 'Gemini CLI, shell'
  | 'Gemini CLI, parts'
  | 'opencode'
  | 'pi'

/** With the output in the place where the host has it. */
export const outputEvents: Readonly<Record<OutputEventName, (output: string) => SampleEvent>> = {
  'Claude Code, Bash': output => ({
    host: 'claude-code',
    event: 'PostToolUse',
    payload: {
      ...claude,
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm test', description: 'Run the tests' },
      tool_response: { stdout: output, stderr: '', interrupted: false, isImage: false },
      tool_use_id: 'toolu_01',
    },
  }),
  'Claude Code, Grep': output => ({
    host: 'claude-code',
    event: 'PostToolUse',
    payload: {
      ...claude,
      hook_event_name: 'PostToolUse',
      tool_name: 'Grep',
      tool_input: { pattern: 'GET' },
      tool_response: { mode: 'content', numFiles: 1, filenames: ['a.log'], content: output, numLines: 9 },
    },
  }),
  'Claude Code, MCP': output => ({
    host: 'claude-code',
    event: 'PostToolUse',
    payload: {
      ...claude,
      hook_event_name: 'PostToolUse',
      tool_name: 'mcp__logs__tail',
      tool_input: {},
      tool_response: [
        { type: 'text', text: output },
        { type: 'image', source: { type: 'base64', data: 'AAAA' } },
      ],
    },
  }),
  'Gemini CLI, shell': output => ({
    host: 'gemini-cli',
    event: 'AfterTool',
    payload: {
      ...gemini,
      hook_event_name: 'AfterTool',
      tool_name: 'run_shell_command',
      tool_input: { command: 'npm test' },
      tool_response: { llmContent: output, returnDisplay: 'failed', error: { message: 'exit code 1' } },
    },
  }),
  'Gemini CLI, parts': output => ({
    host: 'gemini-cli',
    event: 'AfterTool',
    payload: {
      ...gemini,
      hook_event_name: 'AfterTool',
      tool_name: 'web_fetch',
      tool_input: { prompt: 'x' },
      tool_response: { llmContent: [{ text: output }], returnDisplay: '' },
    },
  }),
  opencode: output => ({
    host: 'opencode',
    event: 'tool.execute.after',
    payload: { tool: 'bash', sessionID: 'ses_1', callID: 'call_1', args: { command: 'npm test' }, output },
  }),
  pi: output => ({
    host: 'pi',
    event: 'tool_result',
    payload: {
      session_id: 'p1',
      toolName: 'bash',
      toolCallId: 'c1',
      input: { command: 'npm test' },
      content: [{ type: 'text', text: output }],
      isError: true,
    },
  }),
}

export function commandEvent(
  host: 'claude-code' | 'codex',
  command: string,
  more: Readonly<Record<string, unknown>> = {},
): SampleEvent {
  const base = host === 'codex' ? codex : claude
  return {
    host,
    event: 'PreToolUse',
    payload: {
      ...base,
      permission_mode: 'bypassPermissions',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_use_id: 'call_1',
      tool_input: { command, timeout: 120_000 },
      ...more,
    },
  }
}

export const compactionEvents: Readonly<
  Record<string, { readonly before: SampleEvent; readonly after: SampleEvent }>
> = {
  'claude-code': {
    before: {
      host: 'claude-code',
      event: 'PreCompact',
      payload: { ...claude, hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: '' },
    },
    after: {
      host: 'claude-code',
      event: 'SessionStart',
      payload: { ...claude, hook_event_name: 'SessionStart', source: 'compact' },
    },
  },
  codex: {
    before: {
      host: 'codex',
      event: 'PreCompact',
      payload: { ...codex, hook_event_name: 'PreCompact', trigger: 'auto' },
    },
    after: {
      host: 'codex',
      event: 'SessionStart',
      payload: { ...codex, hook_event_name: 'SessionStart', source: 'compact' },
    },
  },
  pi: {
    before: { host: 'pi', event: 'session_before_compact', payload: { session_id: '8c1f' } },
    after: { host: 'pi', event: 'before_agent_start', payload: { session_id: '8c1f' } },
  },
}

export const geminiPrompt: SampleEvent = {
  host: 'gemini-cli',
  event: 'BeforeAgent',
  payload: { ...gemini, hook_event_name: 'BeforeAgent', prompt: 'go on' },
}

/** About 20 tokens a line, with one error in the middle. */
export function longOutput(lines: number): string {
  const all = Array.from({ length: lines }, (_, index) => `step ${index}: 200 GET /items/${index} in 12 ms`)
  all.splice(lines / 2, 0, 'ERROR connect ECONNREFUSED 10.0.0.7:5432')
  return `${all.join('\n')}\n`
}
