/** Codex: output cannot be replaced, so commands are wrapped; the ledger is offered after a compaction. */
import { join } from 'node:path'
import { homeDirectory } from '../../../store/home-directory.ts'
import { offersLedger, wrapsFailingCommand } from '../selftest/command-checks.ts'
import {
  jsonLines,
  sampleAnswer,
  sampleRequest,
  sampleSession,
  sampleTime,
} from '../selftest/sample-output.ts'
import { forbidsCommands } from '../wrap/command-rules.ts'
import { commandWrapper } from '../wrap/command-wrapper.ts'
import { commandAndArguments, type Environment, type Host } from './host.ts'
import { keepLedger, offerAtSessionStart } from './offer-ledger.ts'

export const codex: Host = {
  name: 'codex',
  title: 'Codex',
  program: 'codex',
  note: 'Codex runs new hooks only after you have reviewed them: type /hooks in Codex. In a sandbox that cannot write to the store, output stays as it is.',
  projectDirectory: '.codex',
  userDirectory,
  hookFile: {
    type: 'commands',
    file: 'hooks.json',
    toml: 'config.toml',
    entries: [
      { event: 'PreToolUse', matcher: 'Bash', timeout: 10 },
      { event: 'PreCompact', timeout: 60 },
      { event: 'SessionStart', matcher: 'compact', timeout: 60 },
    ],
  },
  // The second is the earlier name of the first.
  offSwitches: [
    { files: ['config.toml'], path: ['features', 'hooks'], value: false },
    { files: ['config.toml'], path: ['features', 'codex_hooks'], value: false },
  ],
  mcp: {
    path: (home, env) => join(userDirectory(home, env), 'config.toml'),
    servers: 'toml',
    entry: commandAndArguments,
  },
  throughProxy: address =>
    `codex -c model_provider=fovea -c 'model_providers.fovea={name="OpenAI through fovea",base_url="${address}/v1",env_key="OPENAI_API_KEY",wire_api="responses"}'`,
  hasCommandRules: (directory, env) =>
    [
      join(userDirectory(env['HOME'] || homeDirectory(), env), 'rules'),
      ...(directory === undefined ? [] : [join(directory, '.codex/rules')]),
      '/etc/codex/rules',
    ].some(forbidsCommands),
  events: {
    // Codex accepts a changed command only together with "allow": so none is changed if a person should be asked.
    PreToolUse: commandWrapper(() => codex, { mayBeAskedAbout: false, keepsDirectory: false }),
    PreCompact: keepLedger,
    SessionStart: offerAtSessionStart,
  },
  selftest: {
    transcript: jsonLines(
      {
        timestamp: sampleTime,
        type: 'session_meta',
        payload: { id: sampleSession, timestamp: sampleTime, cwd: '/project' },
      },
      message('user', { type: 'input_text', text: sampleRequest }),
      message('assistant', { type: 'output_text', text: sampleAnswer }),
    ),
    checks: async bench => [
      await wrapsFailingCommand(bench, codex),
      await offersLedger(bench, 'PreCompact', 'SessionStart', { source: 'compact' }),
    ],
  },
}

function message(role: string, part: object): object {
  return {
    timestamp: sampleTime,
    type: 'response_item',
    payload: { type: 'message', role, content: [part] },
  }
}

function userDirectory(home: string, env: Environment): string {
  return env['CODEX_HOME'] ?? join(home, '.codex')
}
