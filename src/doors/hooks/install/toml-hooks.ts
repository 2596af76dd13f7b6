/** Our hooks at the end of Codex's `config.toml`, between two lines that mark them: everything else stays as it is. */
import { errorAtFile } from '../../../errors.ts'
import type { AddedHook } from './added-hooks.ts'
import type { ConfiguredHook } from './json-hooks.ts'
import { ownLines } from './own-lines.ts'
import { tomlKeys } from './toml-keys.ts'

const ours = ownLines('# fovea hooks: begin (fovea hook uninstall codex)', '# fovea hooks: end')

/**
 * How a file already has hooks: none, as tables (`[[hooks.Stop]]`), or as values (`hooks = {…}`, or a list in the table
 * `[hooks]`), which are closed: no table can be added to them.
 */
export function tomlHooksForm(text: string): 'none' | 'tables' | 'values' {
  const keys = tomlKeys(text).filter(({ path }) => path[0] === 'hooks')
  if (keys.some(({ path, value }) => value !== undefined && (path.length === 1 || isListOf(path, value))))
    return 'values'
  return keys.length === 0 ? 'none' : 'tables'
}

function isListOf(path: readonly string[], value: string): boolean {
  return path.length === 2 && value.startsWith('[')
}

export function withTomlHooks(text: string, file: string, hooks: readonly AddedHook[]): string {
  if (tomlHooksForm(text) === 'values')
    throw errorAtFile(
      'file-unwritable',
      file,
      `${file}: its hooks are written as values ("hooks = …"), to which no table can be added. Move them to [[hooks.EVENT]] tables, or to hooks.json.`,
    )
  const tables = hooks.flatMap(({ event, matcher, timeout, command }) => [
    `[[hooks.${event}]]`,
    ...(matcher === undefined ? [] : [`matcher = ${JSON.stringify(matcher)}`]),
    `[[hooks.${event}.hooks]]`,
    'type = "command"',
    `command = ${JSON.stringify(command)}`,
    `timeout = ${timeout}`,
  ])
  return ours.add(text, tables)
}

export const withoutTomlHooks: (text: string) => string = ours.remove

export function tomlHooksIn(text: string): readonly ConfiguredHook[] {
  const found: ConfiguredHook[] = []
  let event = ''
  let matcher: string | undefined
  for (const line of (ours.in(text) ?? '').split(/\r?\n/)) {
    const table = /^\[\[hooks\.(\w+)\]\]$/.exec(line)
    const value = /^(matcher|command) = (".*")$/.exec(line)
    if (table !== null) {
      event = table[1] as string
      matcher = undefined
    } else if (value !== null) {
      const text = JSON.parse(value[2] as string) as string
      if (value[1] === 'matcher') matcher = text
      else found.push({ event, matcher, command: text })
    }
  }
  return found
}
