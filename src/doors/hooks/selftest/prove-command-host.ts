/** The checks of hosts that start a command for each event: Claude Code, Codex, Gemini CLI. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import type { HostName } from '../contracts/contract.ts'
import { recordOf, textOf } from '../contracts/payload-fields.ts'
import type { ConfiguredHook } from '../install/json-hooks.ts'
import { hasCommandRules } from '../wrap/command-rules.ts'
import { probeCommand, probeExitCode, probeOutput } from './probe-output.ts'
import { probeRule, probeSession } from './probe-session.ts'
import { type Bench, type Check, check, withBench } from './prove-hook.ts'
import { runProcess } from './run-process.ts'

export function proveCommandHost(
  host: HostName,
  hooks: readonly ConfiguredHook[],
): Promise<readonly Check[]> {
  return withBench(host, hooks, async bench => {
    if (host === 'gemini-cli')
      return [
        await geminiReplaces(bench, undefined),
        await geminiReplaces(bench, { message: 'exit code 3' }),
        await leavesSmall(bench, 'AfterTool', geminiResult(bench, 'done', undefined)),
        await offersLedger(bench, undefined, 'BeforeAgent', { prompt: 'go on' }),
      ]
    const common = [
      await wrapsFailing(bench, host),
      await offersLedger(bench, 'PreCompact', 'SessionStart', { source: 'compact' }),
    ]
    if (host === 'codex') return common
    return [
      await claudeReplaces(bench),
      await leavesSmall(bench, 'PostToolUse', claudeResult(bench, 'done')),
      ...common,
    ]
  })
}

function base(bench: Bench, event: string): RawRecord {
  return {
    session_id: probeSession,
    transcript_path: bench.transcript,
    cwd: bench.directory,
    hook_event_name: event,
    permission_mode: 'bypassPermissions',
  }
}

function claudeResult(bench: Bench, stdout: string): RawRecord {
  return {
    ...base(bench, 'PostToolUse'),
    tool_name: 'Bash',
    tool_use_id: 'toolu_test',
    tool_input: { command: 'npm test' },
    tool_response: { stdout, stderr: '', interrupted: false, isImage: false },
  }
}

function claudeReplaces(bench: Bench): Promise<Check> {
  return check('a command that succeeds', 'its output is replaced in the shape of the tool', async () => {
    const { maxTokens, storePath } = bench.settings('PostToolUse')
    const payload = claudeResult(bench, probeOutput(maxTokens))
    const response = recordOf(payload, 'tool_response')
    const specific = recordOf(await bench.ask('PostToolUse', payload), 'hookSpecificOutput')
    const updated = specific['updatedToolOutput']
    if (specific['hookEventName'] !== 'PostToolUse' || !isRecord(updated)) return 'nothing is replaced'
    const isSame = Object.keys(response).every(key => typeof updated[key] === typeof response[key])
    if (!isSame || Object.keys(updated).length !== Object.keys(response).length)
      return 'the answer has not the shape of the tool'
    return bench.faultOf(textOf(updated, 'stdout') ?? '', textOf(response, 'stdout') ?? '', storePath)
  })
}

function geminiResult(bench: Bench, llmContent: string, error: object | undefined): RawRecord {
  return {
    ...base(bench, 'AfterTool'),
    timestamp: '2026-01-01T00:00:00.000Z',
    tool_name: 'run_shell_command',
    tool_input: { command: 'npm test' },
    tool_response: { llmContent, returnDisplay: '', ...(error === undefined ? {} : { error }) },
  }
}

function geminiReplaces(bench: Bench, error: object | undefined): Promise<Check> {
  const name = error === undefined ? 'a tool that succeeds' : 'a tool that fails'
  return check(name, 'its result is replaced', async () => {
    const { maxTokens, storePath } = bench.settings('AfterTool')
    const original = probeOutput(maxTokens)
    const answer = await bench.ask('AfterTool', geminiResult(bench, original, error))
    if (answer['decision'] !== 'deny') return 'nothing is replaced'
    return bench.faultOf(textOf(answer, 'reason') ?? '', original, storePath)
  })
}

function leavesSmall(bench: Bench, event: string, payload: RawRecord): Promise<Check> {
  return check('a short output', 'it is left as it is', async () =>
    Object.keys(await bench.ask(event, payload)).length === 0 ? undefined : 'it was changed',
  )
}

async function wrapsFailing(bench: Bench, host: HostName): Promise<Check> {
  const name = 'a command that fails'
  const left = whyNotWrapped(bench, host)
  if (left !== undefined) return { name, ok: undefined, detail: left }
  return check(name, `it prints less and still ends with exit code ${probeExitCode}`, async () => {
    const { maxTokens, storePath } = bench.settings('PreToolUse')
    const tool_input = { command: probeCommand(maxTokens), description: 'test' }
    const payload = { ...base(bench, 'PreToolUse'), tool_name: 'Bash', tool_use_id: 'toolu_test', tool_input }
    const specific = recordOf(await bench.ask('PreToolUse', payload), 'hookSpecificOutput')
    const updated = recordOf(specific, 'updatedInput')
    const command = textOf(updated, 'command')
    if (command === undefined || command === tool_input.command) return 'the command is not wrapped'
    if (updated['description'] !== 'test') return 'another field of the input is gone'
    const plain = await runProcess(tool_input.command, '', { cwd: bench.directory, env: bench.env })
    const wrapped = await runProcess(command, '', { cwd: bench.directory, env: bench.env })
    if (wrapped.code !== plain.code) return `it ends with ${wrapped.code} instead of ${plain.code}`
    if (wrapped.stderr !== plain.stderr) return 'its standard error is not the same'
    return bench.faultOf(wrapped.stdout, plain.stdout, storePath)
  })
}

function whyNotWrapped(bench: Bench, host: HostName): string | undefined {
  try {
    if (process.platform === 'win32') return 'commands are not wrapped on Windows'
    if (bench.settings('PreToolUse').wrap === 'never') return 'installed with --wrap never'
  } catch {
    return undefined
  }
  return hasCommandRules(host, undefined)
    ? 'permission rules about commands are set, and a wrapped command would not be seen by them: commands are not wrapped'
    : undefined
}

/** `before`: the event of a host that tells of a compaction; else its transcript does. */
function offersLedger(bench: Bench, before: string | undefined, after: string, more: object): Promise<Check> {
  return check('a compaction', 'the ledger is offered once after it', async () => {
    if (before !== undefined) await bench.ask(before, { ...base(bench, before), trigger: 'auto' })
    const specific = recordOf(
      await bench.ask(after, { ...base(bench, after), ...more }),
      'hookSpecificOutput',
    )
    const context = textOf(specific, 'additionalContext') ?? ''
    if (specific['hookEventName'] !== after) return 'nothing is offered'
    return context.includes(probeRule) ? undefined : 'what the user forbade is not in it'
  })
}
