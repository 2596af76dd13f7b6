/** `fovea setup`: finds the agents on this machine, shows what it would change for each, changes and tests it, or undoes it. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Argument, Command } from 'commander'
import { shellCommands } from '../../scan/actions/shell/shell-commands.ts'
import { hosts } from '../hooks/hosts/index.ts'
import type { Surroundings } from '../hooks/install/configuration.ts'
import {
  applyInstall,
  applyUninstall,
  backupNote,
  readConfiguration,
  surroundings,
} from '../hooks/install/hook-installation.ts'
import type { Check } from '../hooks/selftest/bench.ts'
import { runSelftest } from '../hooks/selftest/run-selftest.ts'
import { confirmed } from './confirmed.ts'
import { describeError } from './describe-error.ts'
import { exitCodes } from './exit-codes.ts'
import { describeChange } from './hook/describe-change.ts'
import { noteFor } from './hook-command.ts'
import { localStorePath, shownStore } from './open-store.ts'
import { programName } from './program-name.ts'
import {
  type AgentHere,
  agentsHere,
  configurations,
  type PartsWanted,
  plannedChange,
  type SetupPart,
} from './setup/planned-parts.ts'

interface Flags extends PartsWanted {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

export function setupCommand(): Command {
  return new Command('setup')
    .description(
      'Find the agents on this machine and connect them (hooks and MCP): shows what would change, asks, writes, tests',
    )
    .addArgument(
      new Argument('[agent...]', 'only these (default: all that are found)').choices(
        hosts.map(({ name }) => name),
      ),
    )
    .option('-y, --yes', 'do it without asking')
    .option('--dry-run', 'only show what would change')
    .option('--no-hooks', 'leave the hooks out')
    .option('--no-mcp', 'leave the MCP server out')
    .option('--undo', 'take everything out again')
    .addHelpText(
      'after',
      `
Examples:
  fovea setup                    show what would change for each agent, and ask
  fovea setup claude-code --yes  only Claude Code, without asking
  fovea setup --undo             as it was before
  fovea doctor                   later: is everything in order?`,
    )
    .action(setUp)
}

async function setUp(names: readonly string[], flags: Flags): Promise<void> {
  const around = surroundings()
  const found = agentsHere(around).filter(({ host }) => names.length === 0 || names.includes(host.name))
  const missing = hosts.filter(
    host => (names.length === 0 || names.includes(host.name)) && !found.some(agent => agent.host === host),
  )
  for (const { host, found: place } of found) process.stdout.write(`found: ${host.title} (${place})\n`)
  if (missing.length > 0)
    process.stdout.write(`not on this machine: ${missing.map(host => host.title).join(', ')}\n`)
  if (found.length === 0) {
    process.stdout.write(
      `There is no agent to set up. ${programName()} compress and ${programName()} proxy work without one.\n`,
    )
    return
  }
  const planned = found.flatMap(agent => describeAgent(agent, around, flags))
  process.stdout.write(`\n${describeStore()}\n`)
  const isFault = planned.includes('fault')
  if (isFault) process.exitCode = exitCodes.failure
  if (!planned.includes('change')) {
    const done = flags.undo ? 'There is nothing to undo.' : 'Everything is set up already.'
    process.stdout.write(isFault ? 'There is nothing that can be written.\n' : `${done}\n`)
    if (flags.undo !== true) await runChecks(found, around, flags)
    return
  }
  if (!(await confirmed(flags.undo ? 'Take this out?' : 'Write this?', flags))) {
    process.stderr.write('nothing was written; --yes writes it\n')
    return
  }
  for (const agent of found) apply(agent, around, flags)
  if (flags.undo) {
    process.stdout.write('Done. Originals stay in the store until you purge them.\n')
    return
  }
  await runChecks(found, around, flags)
  for (const { host } of found) process.stdout.write(`${host.title}: ${noteFor(host)}\n`)
  process.stdout.write(
    `Undo all of it: ${programName()} setup --undo. Once without the hooks: FOVEA_HOOKS=off\n`,
  )
}

/** Says where texts are stored, before anything is written. */
function describeStore(): string {
  return `Originals are kept in ${shownStore(undefined)}, not encrypted, readable by your user alone.\nForget them: ${programName()} store purge --all --yes`
}

/** What would be changed in each part. */
function describeAgent(
  { host }: AgentHere,
  around: Surroundings,
  flags: Flags,
): readonly ('change' | 'none' | 'fault')[] {
  process.stdout.write(`\n${host.title}\n`)
  const planned = configurations(host, around, flags).map(part => {
    try {
      const change = plannedChange(part, around, localStorePath(), flags)
      process.stdout.write(
        `  ${part.name}: ${part.purpose}\n${describeChange(change).trimEnd().replace(/^/gm, '    ')}\n`,
      )
      return change.after === change.before ? 'none' : 'change'
    } catch (error) {
      process.stdout.write(`  ${part.name}: ${describeError(error)}\n`)
      return 'fault'
    }
  })
  if (flags.undo !== true)
    process.stdout.write(
      host.throughProxy === undefined
        ? `  proxy: it passes the requests of ${host.title} through and does not compress them\n`
        : `  proxy: nothing is written, for without a running proxy the agent would not work. Run "${programName()} proxy", then:\n    ${host.throughProxy('http://127.0.0.1:8787')}\n`,
    )
  return planned
}

function apply({ host }: AgentHere, around: Surroundings, flags: Flags): void {
  for (const part of configurations(host, around, flags)) {
    try {
      const change = plannedChange(part, around, localStorePath(), flags)
      if (change.after === change.before) continue
      if (flags.undo) applyUninstall(change)
      else applyInstall(part.configuration, change, localStorePath())
      process.stdout.write(
        flags.undo
          ? `${host.title}, ${part.name}: ${change.file} is as it was\n`
          : `${host.title}, ${part.name}: written to ${change.file}${backupNote(change)}\n`,
      )
    } catch (error) {
      process.stderr.write(`fovea: ${host.title}, ${part.name}: ${describeError(error)}\n`)
      process.exitCode = exitCodes.failure
    }
  }
}

/** Runs everything that is configured at once, as the agents would. */
async function runChecks(found: readonly AgentHere[], around: Surroundings, flags: Flags): Promise<void> {
  const parts = found.flatMap(({ host }) => configurations(host, around, flags))
  // Agents that would start the same command get the same server: one start is enough.
  const servers = new Map<string, Promise<Check>>()
  const checkServer = (command: string): Promise<Check> => {
    const checked = servers.get(command) ?? checkMcp(command)
    servers.set(command, checked)
    return checked
  }
  const results = await Promise.all(
    parts.map(async part => ({ part, checks: await checksOf(part, checkServer) })),
  )
  for (const { part, checks } of results)
    for (const { name, ok, detail } of checks) {
      const mark = ok === undefined ? 'skip' : ok ? 'ok  ' : 'FAIL'
      process.stdout.write(`${mark}  ${part.configuration.host.title}, ${part.name}, ${name}: ${detail}\n`)
      if (ok === false) process.exitCode = exitCodes.failure
    }
}

/** Empty if nothing is installed, or if the configuration cannot be read, which is reported elsewhere. */
async function checksOf(
  { name, configuration }: SetupPart,
  checkServer: (command: string) => Promise<Check>,
): Promise<readonly Check[]> {
  let installed: ReturnType<typeof configuration.hooks>
  try {
    installed = configuration.hooks(readConfiguration(configuration.file) ?? '')
  } catch {
    return []
  }
  const [first] = installed
  if (first === undefined) return []
  return name === 'hook' ? runSelftest(configuration, installed) : [await checkServer(first.command)]
}

const timeoutMs = 20_000

/** Starts the configured server and asks for its tools, as a client would. */
async function checkMcp(command: string): Promise<Check> {
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
