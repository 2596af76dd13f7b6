/** `fovea hook`: configures agents to shorten the output of their tools. */
import { resolve } from 'node:path'
import { Argument, Command, Option } from 'commander'
import { errorAtFile, optionError } from '../../errors.ts'
import { shellQuoted } from '../../scan/actions/shell/shell-quoted.ts'
import { keptKindOf } from '../../store/index.ts'
import { sqliteFile } from '../../store/sqlite/sqlite-file.ts'
import { foveaCommand } from '../hooks/fovea-command.ts'
import type { Host } from '../hooks/hosts/host.ts'
import { hostNamed, hosts } from '../hooks/hosts/index.ts'
import { hookRun, hookWrap } from '../hooks/index.ts'
import { type Configuration, configurationOf, type Scope } from '../hooks/install/configuration.ts'
import {
  applyInstall,
  applyUninstall,
  backupNote,
  type PlannedChange,
  planInstall,
  planUninstall,
  readConfiguration,
  surroundings,
} from '../hooks/install/hook-installation.ts'
import { switchedOff } from '../hooks/install/switched-off.ts'
import { isOnPath } from '../hooks/is-on-path.ts'
import { runSelftest } from '../hooks/selftest/run-selftest.ts'
import { confirmed } from './confirmed.ts'
import { describeError } from './describe-error.ts'
import { describeChange } from './hook/describe-change.ts'
import { numberOption } from './number-option.ts'
import { localStorePath, storeOption } from './open-store.ts'
import { programName } from './program-name.ts'

interface PlaceFlags {
  readonly project?: boolean
  readonly user?: boolean
}

interface InstallFlags extends PlaceFlags {
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly command?: string
  readonly maxTokens?: number
  readonly wrap?: string
  readonly store?: string
}

export function hookCommand(): Command {
  const command = new Command('hook').description(
    'Make an agent shorten what its tools print, and give it a view after a compaction',
  )
  command.addCommand(installCommand())
  command.addCommand(uninstallCommand())
  command.addCommand(
    new Command('status').description('Where hooks are installed').action(() => {
      process.stdout.write(hookStatus())
    }),
  )
  command.addCommand(testCommand())
  // The launcher answers these two itself; they are declared here for help, and for other ways to start the command line.
  command.addCommand(
    passing('run', '<host> <event>: answer one event of a host; JSON on standard input').action(() =>
      hookRun(wordsAfter('run')),
    ),
  )
  command.addCommand(
    passing('wrap', '-- <command>: run a command and print less of what it prints').action(() =>
      hookWrap(wordsAfter('wrap')),
    ),
  )
  return command.addHelpText(
    'after',
    `
Examples:
  fovea hook install claude-code            show what would be written for this user, and ask
  fovea hook install claude-code --yes      write it without asking
  fovea hook install codex --project --yes  for this project alone
  fovea hook test claude-code               prove that it works, also on commands that fail
  fovea hook uninstall claude-code --yes    to the byte as it was
  FOVEA_HOOKS=off claude                    once without`,
  )
}

/** A command that passes its arguments on unparsed; they are read leniently elsewhere. */
function passing(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
}

function wordsAfter(verb: string): readonly string[] {
  return process.argv.slice(process.argv.indexOf(verb) + 1)
}

const hostArgument = (): Argument =>
  new Argument('<host>', 'the agent').choices(hosts.map(({ name }) => name))

function placed(command: Command): Command {
  return command
    .addOption(new Option('--user', 'in your own configuration (default)').conflicts('project'))
    .option('--project', 'in the configuration of this directory')
}

function installCommand(): Command {
  return placed(
    new Command('install')
      .description('Add the hooks to the configuration of an agent')
      .addArgument(hostArgument()),
  )
    .option('--dry-run', 'only show what would change')
    .option('-y, --yes', 'write it without asking')
    .addOption(new Option('--write', 'the same as --yes').implies({ yes: true }))
    .option('--command <text>', 'how the agent calls fovea (default: fovea, or this very program)')
    .option(
      '--max-tokens <number>',
      'shorten what is longer than this (default: 4000)',
      numberOption('--max-tokens', { isWhole: true, min: 200 }),
    )
    .addOption(
      new Option('--wrap <mode>', 'which commands are wrapped so that failing ones print less too').choices([
        'auto',
        'always',
        'never',
      ]),
    )
    .addOption(storeOption())
    .action(async (host: string, flags: InstallFlags) => {
      const configuration = configurationFor(host, flags)
      const command = { program: programOf(flags), options: optionsOf(flags) }
      const change = planInstall(configuration, command, localStorePath())
      await writeConfirmed(change, flags, () => {
        applyInstall(configuration, change, localStorePath())
        return `written${backupNote(change)}\nprove it: ${programName()} hook test ${host}${flags.project ? ' --project' : ''}\n${noteFor(configuration.host)}\n`
      })
    })
}

/** Shows the change, asks, and says what `write` says. */
async function writeConfirmed(
  change: PlannedChange,
  flags: InstallFlags,
  write: () => string,
): Promise<void> {
  process.stdout.write(describeChange(change))
  if (change.after === change.before) return
  const isConfirmed = await confirmed('Write this?', flags)
  process.stderr.write(isConfirmed ? write() : 'nothing was written; --yes writes it\n')
}

/** What a user must know or do after an installation. */
export function noteFor(host: Host): string {
  return [host.note, ...hooksOff(host)].join(' ')
}

function hooksOff(host: Host): readonly string[] {
  const off = switchedOff(host, surroundings())
  return off === undefined ? [] : [off]
}

function uninstallCommand(): Command {
  return placed(new Command('uninstall').description('Take the hooks out again').addArgument(hostArgument()))
    .option('--dry-run', 'only show what would change')
    .option('-y, --yes', 'write it without asking')
    .action(async (host: string, flags: InstallFlags) => {
      const change = planUninstall(configurationFor(host, flags), localStorePath())
      await writeConfirmed(change, flags, () => {
        applyUninstall(change)
        return 'done\n'
      })
    })
}

function testCommand(): Command {
  return placed(
    new Command('test')
      .description('Prove that the installed hooks change what the model sees')
      .addArgument(hostArgument()),
  ).action(async (host: string, flags: PlaceFlags) => {
    const { text, isProven } = await testHook(configurationFor(host, flags))
    process.stdout.write(text)
    if (!isProven) process.exitCode = 1
  })
}

function configurationFor(host: string, flags: PlaceFlags): Configuration {
  const scope: Scope = flags.project ? 'project' : 'user'
  const found = hostNamed(host)
  if (found === undefined) throw optionError(`There is no host ${host}.`)
  return configurationOf(found, scope, surroundings())
}

function programOf({ command }: InstallFlags): string {
  if (command?.trim() === '') throw optionError('--command is empty; name the program that the agent starts.')
  return command ?? foveaCommand()
}

function optionsOf({ maxTokens, wrap, store }: InstallFlags): string {
  return [
    ...(maxTokens === undefined ? [] : [`--max-tokens ${maxTokens}`]),
    ...(wrap === undefined ? [] : [`--wrap ${wrap}`]),
    ...(store === undefined ? [] : [`--store ${shellQuoted(writtenStore(store))}`]),
  ].join(' ')
}

/** The store in the form that a configuration may hold: an absolute path, and no password. */
function writtenStore(store: string): string {
  const file = sqliteFile(store)
  if (file !== undefined) return resolve(file)
  if (keptKindOf(store).hasPassword?.(store))
    throw optionError(
      'The address of the store holds a password, which would be written to the configuration of the agent; start the agent with FOVEA_STORE set to that address, and leave --store out.',
    )
  return store
}

/** Lists which hosts have our hooks, with their files and commands. */
function hookStatus(): string {
  const around = surroundings()
  const lines: string[] = []
  for (const host of hosts) {
    const user = configurationOf(host, 'user', around)
    for (const scope of ['user', 'project'] as const) {
      const { file, hooks } = scope === 'user' ? user : configurationOf(host, scope, around)
      // In the home directory, both scopes are the same file.
      if (scope === 'project' && file === user.file) continue
      try {
        const found = hooks(around.read(file) ?? '')
        if (found.length === 0 && scope === 'project') continue
        lines.push(`${host.name} (${scope}): ${found.length === 0 ? 'not installed' : file}`)
        lines.push(
          ...found.map(
            ({ event, matcher, command }) =>
              `  ${event}${matcher === undefined ? '' : ` [${matcher}]`}: ${command}`,
          ),
        )
      } catch (error) {
        lines.push(`${host.name} (${scope}): ${describeError(error)}`)
      }
    }
  }
  lines.push(...hosts.flatMap(hooksOff))
  if (around.env['FOVEA_HOOKS'] !== undefined) lines.push(`FOVEA_HOOKS is ${around.env['FOVEA_HOOKS']}`)
  return `${lines.join('\n')}\n`
}

/** `fovea hook test`: what could be proven about an installation, and what only the host could prove. */
export async function testHook({
  host,
  file,
  hooks,
}: Configuration): Promise<{ readonly text: string; readonly isProven: boolean }> {
  const installed = hooks(readConfiguration(file) ?? '')
  if (installed.length === 0)
    throw errorAtFile(
      'invalid-option',
      file,
      `No hooks of ours are in ${file}: ${programName()} hook install ${host.name} --yes adds them.`,
    )
  const checks = await runSelftest({ host, file }, installed)
  const lines = checks.map(
    ({ name, ok, detail }) => `${ok === undefined ? 'skip' : ok ? 'ok  ' : 'FAIL'}  ${name}: ${detail}`,
  )
  return {
    text: `${[file, ...lines, unproven(host.program), ...hooksOff(host)].join('\n')}\n`,
    isProven: checks.every(({ ok }) => ok !== false),
  }
}

/** The commands ran as the host documents; only the host can show that it calls them. */
function unproven(name: string): string {
  return isOnPath(name)
    ? `not proven: that ${name} itself runs these hooks and uses their answers; it was not started, for that needs a model`
    : `not proven: that ${name} itself runs these hooks; it is not on PATH`
}
