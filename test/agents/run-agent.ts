/** One run of a real agent in an empty home: nothing of ours but its address, nothing of the user's at all. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { RealAgent } from './real-agents.ts'

export interface AgentRun {
  readonly agent: RealAgent
  /** The agent's package, installed. */
  readonly folder: string
  readonly home: string
  readonly workplace: string
  readonly url: string
  readonly task: string
}

export function runAgent(run: AgentRun): Promise<{ readonly code: number | null; readonly printed: string }> {
  const { agent, folder, home, workplace, url, task } = run
  const launcher = join(folder, agent.launcher)
  const [program, ...first] = launcher.endsWith('.exe') ? [launcher] : [process.execPath, launcher]
  const child = spawn(program, [...first, ...agent.args(task)], {
    cwd: workplace,
    env: { PATH: process.env.PATH, HOME: home, NO_COLOR: '1', ...agent.env(home, url) },
    // They read what is piped in as a part of the task, and wait for its end.
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  return new Promise(resolve => child.on('close', code => resolve({ code, printed })))
}
