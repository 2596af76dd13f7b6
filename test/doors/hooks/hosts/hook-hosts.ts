/** Agents whose hooks are proven with the agent itself, and how each goes on with the session that it had. */
import { claudeCode, codex, geminiCli, opencode, pi, type RealAgent } from '../../../agents/real-agents.ts'

export interface HookHost {
  readonly host: string
  /** Asks nobody before it runs a command. */
  readonly agent: RealAgent
  /** The same, in the session before. */
  readonly again: RealAgent
  /** How it comes to compact a session: by what is said of its requests, and by what is asked next. */
  readonly compacts: { readonly said?: Said; readonly next: readonly string[] }
  /** It frames what a command printed before anybody sees it. */
  readonly framesOutputs?: true
}

const scripted = pi('anthropic', 'anthropic-messages', '')

export const hookHosts: readonly HookHost[] = [
  hookHost('claude-code', claudeCode, {
    first: ['--print', '--model', 'claude-sonnet-4-5', '--dangerously-skip-permissions'],
    again: ['--continue'],
    compacts: { next: ['/compact', 'Go on.'] },
    // Else it does not let the superuser skip permissions.
    env: { IS_SANDBOX: '1' },
  }),
  hookHost('codex', codex, {
    first: [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '--dangerously-bypass-hook-trust',
    ],
    again: ['resume', '--last'],
    compacts: { said: { calling: 300_000 }, next: ['Go on.'] },
  }),
  hookHost('pi', scripted, {
    first: ['--print', '--offline', '--provider', 'double', '--model', 'scripted'],
    again: ['--continue'],
    compacts: { said: { ending: 190_000 }, next: ['Go on.'] },
  }),
  hookHost('opencode', opencode, {
    first: ['run', '--model', 'double/scripted', '--auto'],
    again: ['--continue'],
    compacts: { said: { calling: 199_000 }, next: [] },
  }),
  hookHost('gemini-cli', geminiCli, {
    first: ['--model', 'gemini-2.5-pro', '--approval-mode', 'yolo', '--skip-trust'],
    again: ['--resume', 'latest'],
    compacts: { next: ['Go on.', 'Go on again.'] },
    framesOutputs: true,
  }),
]

/** Tokens of a request, as its answer reports them; 100 where nothing is said. */
export interface Said {
  /** With an answer that calls a tool. */
  readonly calling?: number
  /** With the last answer. */
  readonly ending?: number
}

interface Start extends Pick<HookHost, 'compacts' | 'framesOutputs'> {
  readonly first: readonly string[]
  readonly again: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

function hookHost(host: string, agent: RealAgent, start: Start): HookHost {
  const { first, again, env = {}, ...rest } = start
  const started = (options: readonly string[]): RealAgent => ({
    ...agent,
    args: task => [...options, ...(host === 'gemini-cli' ? ['--prompt', task] : [task])],
    env: (home, url) => ({ ...agent.env(home, url), ...env }),
  })
  return { host, agent: started(first), again: started([...first, ...again]), ...rest }
}
