/** `fovea doctor`: one sentence each about what works on this machine and what is wrong. */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { Command } from 'commander'
import { shellCommands } from '../../scan/actions/shell/shell-commands.ts'
import { openStore, shownAddress, storeExists } from '../../store/index.ts'
import { hookLogPath } from '../hooks/hook-log.ts'
import { areHooksOff } from '../hooks/hook-settings.ts'
import type { Surroundings } from '../hooks/install/configuration.ts'
import { readConfiguration, surroundings } from '../hooks/install/hook-installation.ts'
import { switchedOff } from '../hooks/install/switched-off.ts'
import { isFoveaOnPath, isOnPath } from '../hooks/is-on-path.ts'
import { packageRoot, packageVersion } from '../package-version.ts'
import { colour } from './colour.ts'
import { describeError } from './describe-error.ts'
import { formatBytes, formatCount, formatNumber } from './format-number.ts'
import { portOption } from './number-option.ts'
import { localStorePath, storeOption, storePath } from './open-store.ts'
import { isByNpx, programName } from './program-name.ts'
import { type AgentHere, agentsHere, configurations, type SetupPart } from './setup/planned-parts.ts'
import { indentedJson } from './write-result.ts'

interface Flags {
  readonly store?: string
  readonly port: number
  readonly json?: boolean
}

const marks = {
  ok: () => colour('green', 'ok   '),
  note: () => colour('dim', 'note '),
  wrong: () => colour('red', 'WRONG'),
} as const

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check Node, store, hooks, MCP servers, proxy and agents; one sentence each')
    .option('-p, --port <number>', 'port of the proxy', portOption('--port'), 8787)
    .option('--json', 'print as JSON')
    .addOption(storeOption())
    .addHelpText('after', '\nEnds with exit code 1 where something is wrong.')
    .action(async ({ store, port, json }: Flags) => {
      const path = storePath(store)
      const around = surroundings()
      const findings: readonly Finding[] = [
        ...machineFindings(process.versions.node, around.env),
        storeFinding(path),
        ...agentFindings(around, localStorePath()),
        await proxyFinding(port, around.env),
      ]
      const problems = findings.filter(({ state }) => state === 'wrong').length
      process.stdout.write(
        json
          ? indentedJson(findings)
          : [
              ...findings.map(({ state, about, sentence }) => `${marks[state]()}  ${about}: ${sentence}\n`),
              problems === 0
                ? 'Nothing is wrong.\n'
                : `${problems} ${problems === 1 ? 'thing is' : 'things are'} wrong.\n`,
            ].join(''),
      )
      if (problems > 0) process.exitCode = 1
    })
}

/** The result of one check. */
interface Finding {
  /** `note`: not wrong, but useful to know. */
  readonly state: 'ok' | 'note' | 'wrong'
  readonly about: string
  readonly sentence: string
}

const ok = (about: string, sentence: string): Finding => ({ state: 'ok', about, sentence })
const note = (about: string, sentence: string): Finding => ({ state: 'note', about, sentence })
const wrong = (about: string, sentence: string): Finding => ({ state: 'wrong', about, sentence })

/** Node, and how this program is found. */
function machineFindings(node: string, env: Surroundings['env']): readonly Finding[] {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const isCurrent = major > 22 || (major === 22 && minor >= 18)
  return [
    isCurrent
      ? ok('Node', `${node} can run everything.`)
      : wrong('Node', `${node} is too old; install 22.18 or newer.`),
    ok('fovea', `version ${packageVersion()} in ${packageRoot()}, on ${process.platform}.`),
    isFoveaOnPath(env)
      ? ok('PATH', 'a shell finds fovea.')
      : note(
          'PATH',
          `a shell does not find fovea, so agents are given its full path${isByNpx(env) ? ', and you type "npx fovea"' : ''}.`,
        ),
    ...(process.platform === 'win32'
      ? [
          note(
            'Windows',
            'commands are not wrapped here, so the output of commands that fail stays as it is.',
          ),
        ]
      : []),
  ]
}

/** Whether the store exists and opens, and what it holds. */
function storeFinding(path: string): Finding {
  const address = shownAddress(path)
  if (!storeExists(path))
    return canBeMade(resolve(address))
      ? note('store', `there is none at ${address} yet; the first compression makes it.`)
      : wrong(
          'store',
          `none can be made at ${address}: you may not write there; set FOVEA_STORE to another file.`,
        )
  try {
    const store = openStore(path)
    try {
      const { originals, storedBytes, tokensSaved } = store.stats()
      return ok(
        'store',
        `${address} holds ${formatCount(originals, 'original')} in ${formatBytes(storedBytes)} and has saved ${formatNumber(tokensSaved)} tokens; "${programName()} store purge" forgets, "${programName()} store verify" checks each.`,
      )
    } finally {
      store.close()
    }
  } catch (error) {
    return wrong('store', `${address} cannot be used: ${describeError(error)}`)
  }
}

/** Whether the nearest directory above the file that exists may be written. */
function canBeMade(file: string): boolean {
  const above = dirname(file)
  if (!existsSync(above)) return canBeMade(above)
  try {
    accessSync(above, constants.W_OK)
    return statSync(above).isDirectory()
  } catch {
    return false
  }
}

const patienceMs = 1500

/** Whether a proxy runs, and whether an address in the environment points to one that does not. */
async function proxyFinding(port: number, env: Surroundings['env']): Promise<Finding> {
  const url = `http://127.0.0.1:${port}`
  const status = await statusAt(url)
  if (status !== undefined) return ok('proxy', `it runs on ${url}: ${status}; watch it on ${url}/fovea.`)
  const pointing = ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL'].filter(name => isHere(env[name], port))
  return pointing.length > 0
    ? wrong(
        'proxy',
        `${pointing.join(' and ')} lead to ${url}, and no proxy answers there; "${programName()} proxy" starts it.`,
      )
    : note('proxy', `none runs on ${url}; "${programName()} proxy" starts it.`)
}

function isHere(address: string | undefined, port: number): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  const { hostname, port: named } = new URL(address)
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && named === String(port)
}

/** A proxy with a token refuses to answer, which also shows that it runs. */
async function statusAt(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/fovea/status.json`, { signal: AbortSignal.timeout(patienceMs) })
    if (answer.status === 401) return 'it wants its token'
    if (!answer.ok) return undefined
    const { requests, tokens } = (await answer.json()) as { requests: number; tokens: { saved: number } }
    return `${formatCount(requests, 'request')}, ${formatNumber(tokens.saved)} tokens saved`
  } catch {
    return undefined
  }
}

/** Whether the agents on this machine have our hooks and our server, and whether these could start. */
function agentFindings(around: Surroundings, storePath: string): readonly Finding[] {
  const agents = agentsHere(around)
  return [
    ...(agents.length === 0 ? [note('agents', 'none that can be set up is on this machine.')] : []),
    ...agents.flatMap(agent =>
      configurations(agent.host, around, {}).map(part => partFinding(agent, part, around)),
    ),
    ...(areHooksOff(around.env)
      ? [note('hooks', 'FOVEA_HOOKS is off: nothing is shortened where it is set.')]
      : []),
    ...failures(storePath),
  ]
}

function partFinding(
  { host, found }: AgentHere,
  { name, configuration }: SetupPart,
  around: Surroundings,
): Finding {
  const about = `${host.title}, ${name}`
  const { file } = configuration
  const setup = `"${programName()} setup ${host.name}"`
  try {
    const [hook] = configuration.hooks(readConfiguration(file) ?? '')
    if (hook === undefined) return note(about, `not installed (${found}); ${setup} does it.`)
    const missing = hook.event === 'plugin' ? undefined : missingProgram(hook.command, around)
    if (missing !== undefined)
      return wrong(about, `${file} calls ${missing}, which is not there; ${setup} writes it again.`)
    const off = name === 'hook' ? switchedOff(host, around) : undefined
    return off === undefined
      ? ok(about, `installed in ${file}.`)
      : note(about, `installed in ${file}, but ${off}`)
  } catch (error) {
    return wrong(about, describeError(error))
  }
}

/** The program or script that a configured command names and that does not exist here. */
function missingProgram(command: string, { env }: Surroundings): string | undefined {
  const [program = '', ...words] = (shellCommands(command)[0]?.words ?? []).map(word => word.text)
  const isThere = isAbsolute(program) ? existsSync(program) : isOnPath(program, env)
  if (!isThere) return program
  const script = words[0]
  return script !== undefined && isAbsolute(script) && !existsSync(script) ? script : undefined
}

function failures(storePath: string): readonly Finding[] {
  const path = hookLogPath(storePath)
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return [note('hooks', `${path} has ${formatCount(lines.length, 'failure')}; the latest: ${lines.at(-1)}`)]
}
