/** Agents from npm, and how each is started without a person: with an address and a key of our choosing. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FormatName } from '../../src/types.ts'

export interface RealAgent {
  readonly package: string
  readonly format: FormatName
  /** The file in its package that is run: by Node, or as the program that it is. */
  readonly launcher: string
  /** It cuts long outputs itself before anybody sees them. */
  readonly cutsOutputs?: true
  /** Its own tools and system text cost more to send again, behind ours, than shortening one output saves. */
  readonly isHeavy?: true
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

export const claudeCode: RealAgent = {
  package: '@anthropic-ai/claude-code',
  format: 'anthropic',
  launcher: 'cli-wrapper.cjs',
  isHeavy: true,
  shell: command => ({ name: 'Bash', input: { command, description: 'Runs a command' } }),
  read: path => ({ name: 'Read', input: { file_path: path } }),
  args: task => ['--print', '--model', 'claude-sonnet-4-5', '--allowedTools', 'Bash,Read', '--', task],
  env: (home, url) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'dummy-key',
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  }),
}

export const codex: RealAgent = {
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
}

export const geminiCli: RealAgent = {
  package: '@google/gemini-cli',
  format: 'gemini',
  launcher: 'bundle/gemini.js',
  shell: command => ({ name: 'run_shell_command', input: { command } }),
  read: path => ({ name: 'read_file', input: { file_path: path } }),
  settle: home =>
    write(
      join(home, '.gemini'),
      'settings.json',
      // Else it compacts nothing short of half a million tokens.
      JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false },
        model: { compressionThreshold: 0.001 },
      }),
    ),
  args: task => ['--model', 'gemini-2.5-pro', '--approval-mode', 'yolo', '--skip-trust', '--prompt', task],
  env: (_, url) => ({
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: 'dummy-key',
    GEMINI_TELEMETRY_ENABLED: 'false',
  }),
}

export const opencode: RealAgent = {
  package: 'opencode-ai',
  format: 'openai-chat',
  launcher: 'bin/opencode.exe',
  shell: command => ({ name: 'bash', input: { command, description: 'Runs a command' } }),
  read: path => ({ name: 'read', input: { filePath: path } }),
  settle: (home, url) =>
    write(
      join(home, '.config/opencode'),
      'opencode.json',
      JSON.stringify({
        autoupdate: false,
        provider: {
          double: {
            npm: '@ai-sdk/openai-compatible',
            name: 'double',
            options: { baseURL: `${url}/v1`, apiKey: 'dummy-key' },
            models: { scripted: { name: 'scripted', limit: { context: 200_000, output: 8_000 } } },
          },
        },
      }),
    ),
  args: task => ['run', '--model', 'double/scripted', '--auto', task],
  env: () => ({
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
}

/** Those that are driven through the proxy, which speaks their formats. */
export const realAgents: readonly RealAgent[] = [
  pi('anthropic', 'anthropic-messages', ''),
  pi('openai-chat', 'openai-completions', '/v1'),
  pi('openai-responses', 'openai-responses', '/v1'),
  claudeCode,
  codex,
]

export function pi(format: FormatName, api: string, version: string): RealAgent {
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
