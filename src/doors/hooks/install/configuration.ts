/** Where each host reads its hooks, and how ours are added to that file and removed from it. Pure. */
import { join } from 'node:path'
import { errorAtFile } from '../../../errors.ts'
import type { CommandHookFile, Environment, HookCommand, Host, PluginFile } from '../hosts/host.ts'
import { addedHooks } from './added-hooks.ts'
import { type ConfiguredHook, jsonHooksIn, withJsonHooks, withoutJsonHooks } from './json-hooks.ts'
import { pluginMark } from './plugin-parts.ts'
import { tomlHooksForm, tomlHooksIn, withoutTomlHooks, withTomlHooks } from './toml-hooks.ts'

export type Scope = 'user' | 'project'

export interface Surroundings {
  readonly home: string
  readonly project: string
  readonly env: Environment
  /** `undefined` if there is no such file. */
  read(path: string): string | undefined
}

export interface Configuration {
  readonly host: Host
  readonly file: string
  /** Distinguishes two parts of ours in one file; hooks have no name. */
  readonly part?: string
  /** The text with our hooks, replacing earlier ones of ours. */
  add(text: string, command: HookCommand): string
  /** The text without our hooks; `undefined` if the file is to be deleted. */
  remove(text: string): string | undefined
  hooks(text: string): readonly ConfiguredHook[]
}

export function configurationOf(host: Host, scope: Scope, around: Surroundings): Configuration {
  const { hookFile, projectDirectory, userDirectory } = host
  const { home, project, env, read } = around
  const directory = scope === 'project' ? join(project, projectDirectory) : userDirectory(home, env)
  const file = join(directory, hookFile.file)
  if (hookFile.type === 'plugin') return plugin(host, file, hookFile)
  if (hookFile.toml === undefined) return json(host, file, hookFile)
  // The host reads both files, and warns if both have hooks.
  const tomlFile = join(directory, hookFile.toml)
  const text = read(tomlFile) ?? ''
  const isInToml =
    tomlHooksIn(text).length > 0 || (read(file) === undefined && tomlHooksForm(text) !== 'none')
  return isInToml ? toml(host, tomlFile, hookFile) : json(host, file, hookFile)
}

function json(host: Host, file: string, hookFile: CommandHookFile): Configuration {
  return {
    host,
    file,
    add: (text, command) =>
      withJsonHooks(withoutJsonHooks(text, file, host.name), file, addedHooks(host.name, hookFile, command)),
    remove: text => withoutJsonHooks(text, file, host.name),
    hooks: text => jsonHooksIn(text, file, host.name),
  }
}

function toml(host: Host, file: string, hookFile: CommandHookFile): Configuration {
  return {
    host,
    file,
    add: (text, command) =>
      withTomlHooks(withoutTomlHooks(text), file, addedHooks(host.name, hookFile, command)),
    remove: withoutTomlHooks,
    hooks: tomlHooksIn,
  }
}

/** A file that belongs to us entirely. */
function plugin(host: Host, file: string, { source }: PluginFile): Configuration {
  const refuseOthers = (text: string): void => {
    if (text !== '' && !text.startsWith(pluginMark))
      throw errorAtFile('file-unwritable', file, `${file} is not ours; it was left as it is.`)
  }
  return {
    host,
    file,
    add(text, command) {
      refuseOthers(text)
      return source(command)
    },
    remove(text) {
      refuseOthers(text)
      return undefined
    },
    hooks: text =>
      text.startsWith(pluginMark) ? [{ event: 'plugin', matcher: undefined, command: file }] : [],
  }
}
