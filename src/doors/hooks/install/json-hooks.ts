/** Our hooks in a configuration of the shape `{"hooks": {"Event": [{"matcher", "hooks": [{"type", "command"}]}]}}`. */
import { FoveaError } from '../../../errors.ts'
import { type AddedHook, isOwnCommand } from './added-hooks.ts'
import { inserted, removed } from './json-edit.ts'
import { type JsonNode, jsonTree, memberOf, textValue } from './json-tree.ts'

export interface ConfiguredHook {
  readonly event: string
  readonly matcher: string | undefined
  readonly command: string
}

/** Nothing else changes, not even a space. */
export function withJsonHooks(text: string, file: string, hooks: readonly AddedHook[]): string {
  let result = text.trim() === '' ? '{}\n' : text
  for (const { event, matcher, timeout, command } of hooks) {
    const group = {
      ...(matcher === undefined ? {} : { matcher }),
      hooks: [{ type: 'command', command, timeout }],
    }
    result = withGroup(result, file, event, group)
  }
  return result
}

function withGroup(text: string, file: string, event: string, group: object): string {
  const root = jsonTree(text, file)
  if (root.type !== 'object') throw unexpected(file, 'it', 'an object')
  const hooks = memberOf(root, 'hooks')
  if (hooks === undefined) return inserted(text, root, { [event]: [group] }, 'hooks')
  if (hooks.value.type !== 'object') throw unexpected(file, '"hooks"', 'an object')
  const groups = memberOf(hooks.value, event)
  if (groups === undefined) return inserted(text, hooks.value, [group], event)
  if (groups.value.type !== 'array') throw unexpected(file, `"hooks.${event}"`, 'a list')
  return inserted(text, groups.value, group)
}

/** Without ours; a group, an event and "hooks" go too where nothing is left in them. */
export function withoutJsonHooks(text: string, file: string, host: string): string {
  let result = text
  for (let next = withoutOne(result, file, host); next !== undefined; next = withoutOne(result, file, host))
    result = next
  return result
}

function withoutOne(text: string, file: string, host: string): string | undefined {
  if (text.trim() === '') return undefined
  const root = jsonTree(text, file)
  const hooks = memberOf(root, 'hooks')
  if (root.type !== 'object' || hooks?.value.type !== 'object') return undefined
  for (const [at, { value: groups }] of hooks.value.members.entries()) {
    if (groups.type !== 'array') continue
    for (const [index, group] of groups.items.entries()) {
      const commands = memberOf(group, 'hooks')?.value
      if (commands?.type !== 'array') continue
      const own = commands.items.findIndex(item => isOwn(item, host))
      if (own < 0) continue
      if (commands.items.length > 1) return removed(text, commands, own)
      if (groups.items.length > 1) return removed(text, groups, index)
      if (hooks.value.members.length > 1) return removed(text, hooks.value, at)
      return removed(text, root, root.members.indexOf(hooks))
    }
  }
  return undefined
}

function isOwn(item: JsonNode, host: string): boolean {
  return isOwnCommand(host, textValue(memberOf(item, 'command')?.value) ?? '')
}

/** Ours alone, in order. */
export function jsonHooksIn(text: string, file: string, host: string): readonly ConfiguredHook[] {
  if (text.trim() === '') return []
  const hooks = memberOf(jsonTree(text, file), 'hooks')?.value
  if (hooks?.type !== 'object') return []
  return hooks.members.flatMap(({ key: event, value: groups }) =>
    (groups.type === 'array' ? groups.items : []).flatMap(group => {
      const commands = memberOf(group, 'hooks')?.value
      const matcher = textValue(memberOf(group, 'matcher')?.value)
      return (commands?.type === 'array' ? commands.items : []).flatMap(item =>
        isOwn(item, host)
          ? [{ event, matcher, command: textValue(memberOf(item, 'command')?.value) ?? '' }]
          : [],
      )
    }),
  )
}

function unexpected(file: string, what: string, kind: string): FoveaError {
  const message = `${file}: ${what} is not ${kind}, so hooks cannot be added. Nothing was written.`
  return new FoveaError('invalid-option', message, { place: { file } })
}
