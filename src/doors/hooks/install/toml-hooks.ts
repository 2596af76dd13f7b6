/** Our hooks at the end of Codex's `config.toml`, between two lines that name them: everything else stays as it is. */
import { FoveaError } from '../../../errors.ts'
import type { AddedHook } from './added-hooks.ts'
import type { ConfiguredHook } from './json-hooks.ts'

const first = '# fovea hooks: begin (fovea hook uninstall codex)'
const last = '# fovea hooks: end'

/**
 * How a file has hooks already: not at all, as tables (`[[hooks.Stop]]`), or as values (`hooks = {…}`, or a list in the
 * table `[hooks]`), which are closed: no table can be added to them.
 */
export function tomlHooksForm(text: string): 'none' | 'tables' | 'values' {
  let table = ''
  let form: 'none' | 'tables' = 'none'
  for (const line of text.split(/\r?\n/)) {
    const header = /^[ \t]*\[\[?[ \t]*([\w.-]+)/.exec(line)
    if (header !== null) {
      table = header[1] as string
      if (table === 'hooks' || table.startsWith('hooks.')) form = 'tables'
    } else if (
      table === ''
        ? /^[ \t]*hooks[ \t]*[.=]/.test(line)
        : table === 'hooks' && /^[ \t]*\w+[ \t]*=[ \t]*\[/.test(line)
    )
      return 'values'
  }
  return form
}

export function withTomlHooks(text: string, file: string, hooks: readonly AddedHook[]): string {
  if (tomlHooksForm(text) === 'values')
    throw new FoveaError(
      'invalid-option',
      `${file}: its hooks are written as values ("hooks = …"), to which no table can be added. Move them to [[hooks.EVENT]] tables, or to hooks.json.`,
      { place: { file } },
    )
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const tables = hooks.flatMap(({ event, matcher, timeout, command }) => [
    `[[hooks.${event}]]`,
    ...(matcher === undefined ? [] : [`matcher = ${JSON.stringify(matcher)}`]),
    `[[hooks.${event}.hooks]]`,
    'type = "command"',
    `command = ${JSON.stringify(command)}`,
    `timeout = ${timeout}`,
  ])
  const joint = text === '' || text.endsWith('\n') ? '' : eol
  return `${text}${joint}${[first, ...tables, last, ''].join(eol)}`
}

export function withoutTomlHooks(text: string): string {
  const start = text.indexOf(first)
  const end = text.indexOf(last, start)
  if (start < 0 || end < 0) return text
  const line = text.indexOf('\n', end)
  return text.slice(0, start) + (line < 0 ? '' : text.slice(line + 1))
}

export function tomlHooksIn(text: string): readonly ConfiguredHook[] {
  const start = text.indexOf(first)
  const end = text.indexOf(last, start)
  if (start < 0 || end < 0) return []
  const found: ConfiguredHook[] = []
  let event = ''
  let matcher: string | undefined
  for (const line of text.slice(start, end).split(/\r?\n/)) {
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
