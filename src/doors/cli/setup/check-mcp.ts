/** Starts the server as it is configured and asks it for its tools, as a client would. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { shellCommands } from '../../../scan/actions/shell/shell-commands.ts'
import type { Check } from '../../hooks/selftest/bench.ts'

const timeoutMs = 20_000

export async function checkMcp(command: string): Promise<Check> {
  const name = 'the server'
  try {
    const tools = await toolsOf(command)
    return tools.includes('expand')
      ? { name, ok: true, detail: `it answers with ${tools.length} tools: ${tools.join(', ')}` }
      : { name, ok: false, detail: 'it offers no tool "expand"' }
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) }
  }
}

function toolsOf(command: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const [program = '', ...args] = (shellCommands(command)[0]?.words ?? []).map(word => word.text)
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, FOVEA_STORE: 'memory:' },
    })
    const timer = setTimeout(() => end(new Error('it does not answer')), timeoutMs)
    const end = (outcome: Error | readonly string[]): void => {
      clearTimeout(timer)
      child.kill()
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
    child.on('error', error => end(new Error(`it cannot be started: ${error.message}`)))
    child.on('exit', code => end(new Error(`it ended with ${code} before it answered`)))
    child.stdin.on('error', () => {})
    createInterface(child.stdout).on('line', line => {
      const { id, result } = JSON.parse(line) as { id?: number; result?: { tools?: { name: string }[] } }
      if (id === 2) end((result?.tools ?? []).map(tool => tool.name))
    })
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'fovea setup', version: '1' },
    }
    for (const message of [
      { id: 1, method: 'initialize', params },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list', params: {} },
    ])
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  })
}
