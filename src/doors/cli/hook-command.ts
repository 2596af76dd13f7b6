/** `fovea hook`: makes agents shorten what their tools print, in their own configuration. */
import { resolve } from 'node:path'
import { Argument, Command, Option } from 'commander'
import { FoveaError } from '../../errors.ts'
import { hostNamed, hosts } from '../hooks/hosts/index.ts'
import type { Configuration, Scope } from '../hooks/install/configuration.ts'
import { storeOption, storePath } from './open-store.ts'

interface PlaceFlags {
  readonly project?: boolean
  readonly user?: boolean
}

interface InstallFlags extends PlaceFlags {
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly command?: string
  readonly maxTokens?: string
  readonly wrap?: string
  readonly store?: string
}

export function hookCommand(): Command {
  const command = new Command('hook').description(
    'Make an agent shorten what its tools print, and give it the ledger after a compaction',
  )
  command.addCommand(installCommand())
  command.addCommand(uninstallCommand())
  command.addCommand(
    new Command('status').description('Where hooks are installed').action(async () => {
      const { hookStatus } = await import('./hook/hook-status.ts')
      process.stdout.write(await hookStatus())
    }),
  )
  command.addCommand(testCommand())
  // The launcher answers these two itself; here they are for help, and for whoever starts the command line otherwise.
  command.addCommand(
    passing('run', '<host> <event>: answer one event of a host; JSON on standard input').action(async () =>
      (await import('../hooks/hook-run.ts')).hookRun(wordsAfter('run')),
    ),
  )
  command.addCommand(
    passing('wrap', '-- <command>: run a command and print less of what it prints').action(async () =>
      (await import('../hooks/hook-wrap.ts')).hookWrap(wordsAfter('wrap')),
    ),
  )
  return command.addHelpText(
    'after',
    `
Examples:
  fovea hook install claude-code            show what would be written for this user
  fovea hook install claude-code --yes      write it
  fovea hook install codex --project --yes  for this project alone
  fovea hook test claude-code               prove that it works, also on commands that fail
  fovea hook uninstall claude-code --yes    to the byte as it was
  FOVEA_HOOKS=off claude                    once without`,
  )
}

/** Everything behind its name is read elsewhere, leniently. */
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

const hostArgument = (): Argument => new Argument('<host>', 'the agent').choices(Object.keys(hosts))

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
    .option('--dry-run', 'only show what would change (the default without --yes)')
    .option('-y, --yes', 'write it')
    .addOption(new Option('--write', 'the same as --yes').implies({ yes: true }))
    .option('--command <text>', 'how the agent calls fovea (default: fovea, or this very program)')
    .option('--max-tokens <number>', 'shorten what is longer than this (default: 4000)')
    .addOption(
      new Option('--wrap <mode>', 'which commands are wrapped so that failing ones print less too').choices([
        'auto',
        'always',
        'never',
      ]),
    )
    .addOption(storeOption())
    .action(async (host: string, flags: InstallFlags) => {
      const { planInstall, applyInstall } = await import('../hooks/install/hook-installation.ts')
      const configuration = await configurationFor(host, flags)
      const { shortCommand } = await import('../hooks/fovea-command.ts')
      const command = { program: flags.command ?? shortCommand(), options: await optionsOf(flags) }
      const change = planInstall(configuration, command, storePath(undefined))
      const isWritten = flags.yes === true && flags.dryRun !== true
      await show(change)
      if (change.after === change.before) return
      if (isWritten) applyInstall(configuration, change, storePath(undefined))
      process.stderr.write(
        isWritten
          ? `written; what was there before is kept in ${change.backup}\nprove it: fovea hook test ${host}${flags.project ? ' --project' : ''}\n${configuration.host.note}\n`
          : 'nothing was written; --yes writes it\n',
      )
    })
}

function uninstallCommand(): Command {
  return placed(new Command('uninstall').description('Take the hooks out again').addArgument(hostArgument()))
    .option('--dry-run', 'only show what would change (the default without --yes)')
    .option('-y, --yes', 'write it')
    .action(async (host: string, flags: InstallFlags) => {
      const { planUninstall, applyUninstall } = await import('../hooks/install/hook-installation.ts')
      const change = planUninstall(await configurationFor(host, flags), storePath(undefined))
      const isWritten = flags.yes === true && flags.dryRun !== true
      await show(change)
      if (isWritten) applyUninstall(change)
      if (change.after !== change.before)
        process.stderr.write(isWritten ? 'done\n' : 'nothing was written; --yes writes it\n')
    })
}

function testCommand(): Command {
  return placed(
    new Command('test')
      .description('Prove that the installed hooks change what the model sees')
      .addArgument(hostArgument()),
  ).action(async (host: string, flags: PlaceFlags) => {
    const { testHook } = await import('./hook/test-hook.ts')
    const { text, isProven } = await testHook(await configurationFor(host, flags))
    process.stdout.write(text)
    if (!isProven) process.exitCode = 1
  })
}

async function configurationFor(host: string, flags: PlaceFlags): Promise<Configuration> {
  const { configurationOf } = await import('../hooks/install/configuration.ts')
  const { surroundings } = await import('./hook/surroundings.ts')
  const scope: Scope = flags.project ? 'project' : 'user'
  const found = await hostNamed(host)
  if (found === undefined) throw new FoveaError('invalid-option', `There is no host ${host}.`)
  return configurationOf(found, scope, surroundings())
}

async function show(change: {
  file: string
  before: string | undefined
  after: string | undefined
}): Promise<void> {
  const { lineDiff } = await import('../hooks/install/line-diff.ts')
  process.stdout.write(
    change.after === change.before
      ? `${change.file}: nothing to change\n`
      : `${change.file}${change.before === undefined ? ' (new)' : change.after === undefined ? ' (removed)' : ''}\n${lineDiff(change.before ?? '', change.after ?? '')}\n`,
  )
}

async function optionsOf({ maxTokens, wrap, store }: InstallFlags): Promise<string> {
  const { shellQuoted } = await import('../hooks/fovea-command.ts')
  if (maxTokens !== undefined && !(Number(maxTokens) >= 200 && /^\d+$/.test(maxTokens)))
    throw new FoveaError('invalid-option', `--max-tokens ${maxTokens} is no whole number of at least 200.`)
  return [
    ...(maxTokens === undefined ? [] : [`--max-tokens ${maxTokens}`]),
    ...(wrap === undefined ? [] : [`--wrap ${wrap}`]),
    ...(store === undefined ? [] : [`--store ${shellQuoted(resolve(store))}`]),
  ].join(' ')
}
