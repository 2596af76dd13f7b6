/** Checks for hosts that start a command for each event. */
import type { RawRecord } from '../../../formats/raw-value.ts'
import type { Host } from '../hosts/host.ts'
import { recordField, textField } from '../hosts/payload-fields.ts'
import { type Bench, type Check, check } from './bench.ts'
import { sampleCommand, sampleExitCode, sampleRule, sampleSession } from './sample-output.ts'

/** The fields that every event of such a host has. */
export function eventFields(bench: Bench, event: string): RawRecord {
  return {
    session_id: sampleSession,
    transcript_path: bench.transcript,
    cwd: bench.directory,
    hook_event_name: event,
    permission_mode: 'bypassPermissions',
  }
}

export function leavesShortOutput(bench: Bench, event: string, payload: RawRecord): Promise<Check> {
  return check('a short output', 'it is left as it is', async () =>
    Object.keys(await bench.ask(event, payload)).length === 0 ? undefined : 'it was changed',
  )
}

export async function wrapsFailingCommand(bench: Bench, host: Host): Promise<Check> {
  const name = 'a command that fails'
  const left = whyNotWrapped(bench, host)
  if (left !== undefined) return { name, ok: undefined, detail: left }
  return check(name, `it prints less and still ends with exit code ${sampleExitCode}`, async () => {
    const { maxTokens, storePath } = bench.settings('PreToolUse')
    const tool_input = { command: sampleCommand(maxTokens), description: 'test' }
    const payload = {
      ...eventFields(bench, 'PreToolUse'),
      tool_name: 'Bash',
      tool_use_id: 'toolu_test',
      tool_input,
    }
    const specific = recordField(await bench.ask('PreToolUse', payload), 'hookSpecificOutput')
    const updated = recordField(specific, 'updatedInput')
    const command = textField(updated, 'command')
    if (command === undefined || command === tool_input.command) return 'the command is not wrapped'
    if (updated['description'] !== 'test') return 'another field of the input is gone'
    const plain = await bench.run(tool_input.command)
    const wrapped = await bench.run(command)
    if (wrapped.code !== plain.code) return `it ends with ${wrapped.code} instead of ${plain.code}`
    if (wrapped.stderr !== plain.stderr) return 'its standard error is not the same'
    return bench.faultOf(wrapped.stdout, plain.stdout, storePath)
  })
}

function whyNotWrapped(bench: Bench, host: Host): string | undefined {
  try {
    if (process.platform === 'win32') return 'commands are not wrapped on Windows'
    if (bench.settings('PreToolUse').wrap === 'never') return 'installed with --wrap never'
  } catch {
    return undefined
  }
  return host.hasCommandRules?.(undefined, process.env) === true
    ? 'permission rules about commands are set, and a wrapped command would not be seen by them: commands are not wrapped'
    : undefined
}

/** `before`: the event that reports a compaction, if the host has one. */
export function offersLedger(
  bench: Bench,
  before: string | undefined,
  after: string,
  more: object,
): Promise<Check> {
  return check('a compaction', 'the ledger is offered once after it', async () => {
    if (before !== undefined) await bench.ask(before, { ...eventFields(bench, before), trigger: 'auto' })
    const answer = await bench.ask(after, { ...eventFields(bench, after), ...more })
    const specific = recordField(answer, 'hookSpecificOutput')
    const context = textField(specific, 'additionalContext') ?? ''
    if (specific['hookEventName'] !== after) return 'nothing is offered'
    return context.includes(sampleRule) ? undefined : 'what the user forbade is not in it'
  })
}
