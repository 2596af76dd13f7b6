/** Agents from npm, and how each is started without a person: with an address and a key of our choosing. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConversationFormat } from '../../../src/proxy/route-of.ts'

export interface RealAgent {
  readonly package: string
  readonly format: ConversationFormat
  /** The file in its package that Node runs. */
  readonly launcher: string
  /** It cuts long outputs itself before anybody sees them. */
  readonly cutsOutputs?: true
  /** Its own way to run a command. */
  shell(command: string): ToolUse
  /** Its own way to read a file, where it has one besides the shell. */
  read?(path: string): ToolUse
  /** Writes down what it reads when it starts. */
  settle?(home: string, url: string): void
  args(task: string): readonly string[]
  env(home: string, url: string): Readonly<Record<string, string>>
}

export interface ToolUse {
  readonly name: string
  readonly input: object
}

export const realAgents: readonly RealAgent[] = [
  pi('anthropic', 'anthropic-messages', ''),
  pi('openai-chat', 'openai-completions', '/v1'),
  pi('openai-responses', 'openai-responses', '/v1'),
  {
    package: '@anthropic-ai/claude-code',
    format: 'anthropic',
    launcher: 'cli-wrapper.cjs',
    shell: command => ({ name: 'Bash', input: { command, description: 'Runs a command' } }),
    read: path => ({ name: 'Read', input: { file_path: path } }),
    args: task => ['--print', '--model', 'claude-sonnet-4-5', '--allowedTools', 'Bash,Read', '--', task],
    env: (home, url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'dummy-key',
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  },
  {
    package: '@openai/codex',
    format: 'openai-responses',
    launcher: 'bin/codex.js',
    cutsOutputs: true,
    shell: command => ({ name: 'exec_command', input: { cmd: command } }),
    settle: (home, url) =>
      write(
        join(home, '.codex'),
        'config.toml',
        [
          'model = "gpt-5.4"',
          'model_provider = "double"',
          '[model_providers.double]',
          'name = "double"',
          `base_url = "${url}/v1"`,
          'env_key = "DOUBLE_KEY"',
          'wire_api = "responses"',
        ].join('\n'),
      ),
    args: task => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', task],
    env: home => ({ DOUBLE_KEY: 'dummy-key', CODEX_HOME: join(home, '.codex') }),
  },
]

function pi(format: ConversationFormat, api: string, version: string): RealAgent {
  return {
    package: '@mariozechner/pi-coding-agent',
    format,
    launcher: 'dist/cli.js',
    shell: command => ({ name: 'bash', input: { command } }),
    read: path => ({ name: 'read', input: { path } }),
    settle: (home, url) =>
      write(
        home,
        'models.json',
        JSON.stringify({
          providers: {
            double: { baseUrl: `${url}${version}`, api, apiKey: 'dummy-key', models: [{ id: 'scripted' }] },
          },
        }),
      ),
    args: task => [
      '--print',
      '--offline',
      '--no-session',
      '--provider',
      'double',
      '--model',
      'scripted',
      task,
    ],
    env: home => ({ PI_CODING_AGENT_DIR: home, PI_TELEMETRY: '0' }),
  }
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
}
