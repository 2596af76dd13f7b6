/** Where each host reads its hooks, and how ours get into that file and out of it. Pure. */
import { join } from 'node:path'
import { FoveaError } from '../../../errors.ts'
import type { HostName } from '../contracts/contract.ts'
import type { HookCommand } from './host-hooks.ts'
import { type ConfiguredHook, jsonHooksIn, withJsonHooks, withoutJsonHooks } from './json-hooks.ts'
import { opencodePlugin } from './opencode-plugin.ts'
import { piExtension } from './pi-extension.ts'
import { pluginMark } from './plugin-parts.ts'
import { tomlHooksForm, tomlHooksIn, withoutTomlHooks, withTomlHooks } from './toml-hooks.ts'

export type Scope = 'user' | 'project'

export interface Surroundings {
  readonly home: string
  readonly project: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** `undefined` where there is no such file. */
  read(path: string): string | undefined
}

export interface Configuration {
  readonly host: HostName
  readonly file: string
  /** The text with our hooks, in place of any that are in it. */
  add(text: string, command: HookCommand): string
  /** The text without them; `undefined`: the file goes. */
  remove(text: string): string | undefined
  hooks(text: string): readonly ConfiguredHook[]
}

export function configurationOf(host: HostName, scope: Scope, around: Surroundings): Configuration {
  if (host === 'opencode')
    return plugin(host, join(directoryOf(host, scope, around), 'plugins/fovea.js'), opencodePlugin)
  if (host === 'pi')
    return plugin(host, join(directoryOf(host, scope, around), 'extensions/fovea.ts'), piExtension)
  const directory = directoryOf(host, scope, around)
  if (host !== 'codex') return json(host, join(directory, 'settings.json'))
  const [hooks, config] = [join(directory, 'hooks.json'), join(directory, 'config.toml')]
  // Codex reads both, and warns where one layer has hooks in each.
  const text = around.read(config) ?? ''
  const isInConfig =
    tomlHooksIn(text).length > 0 || (around.read(hooks) === undefined && tomlHooksForm(text) !== 'none')
  return isInConfig ? toml(config) : json(host, hooks)
}

function directoryOf(host: HostName, scope: Scope, { home, project, env }: Surroundings): string {
  const own: Readonly<Record<HostName, readonly [project: string, user: string]>> = {
    'claude-code': ['.claude', env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude')],
    codex: ['.codex', env['CODEX_HOME'] ?? join(home, '.codex')],
    'gemini-cli': ['.gemini', join(home, '.gemini')],
    opencode: [
      '.opencode',
      env['OPENCODE_CONFIG_DIR'] ?? join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode'),
    ],
    pi: ['.pi', env['PI_CODING_AGENT_DIR'] ?? join(home, '.pi/agent')],
  }
  return scope === 'project' ? join(project, own[host][0]) : own[host][1]
}

function json(host: HostName, file: string): Configuration {
  return {
    host,
    file,
    add: (text, command) => withJsonHooks(withoutJsonHooks(text, file, host), file, host, command),
    remove: text => withoutJsonHooks(text, file, host),
    hooks: text => jsonHooksIn(text, file, host),
  }
}

function toml(file: string): Configuration {
  return {
    host: 'codex',
    file,
    add: (text, command) => withTomlHooks(withoutTomlHooks(text), file, command),
    remove: withoutTomlHooks,
    hooks: tomlHooksIn,
  }
}

/** A file that is wholly ours. */
function plugin(host: HostName, file: string, source: (command: HookCommand) => string): Configuration {
  const refuseOthers = (text: string): void => {
    if (text !== '' && !text.startsWith(pluginMark))
      throw new FoveaError('invalid-option', `${file} is not ours; it was left as it is.`, {
        place: { file },
      })
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
