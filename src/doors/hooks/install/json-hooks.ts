/** Our hooks in a configuration of the shape `{"hooks": {"Event": [{"matcher", "hooks": [{"type", "command"}]}]}}`. */
import type { Node } from 'jsonc-parser'
import { errorAtFile, type FoveaError } from '../../../errors.ts'
import { type AddedHook, isOwnCommand } from './added-hooks.ts'
import {
  insertedJson,
  jsonTree,
  memberKey,
  memberOf,
  memberValue,
  nodeEntries,
  removed,
  textValue,
} from './json-edit.ts'

export interface ConfiguredHook {
  readonly event: string
  readonly matcher: string | undefined
  readonly command: string
}

/** Adds our hooks without changing anything else, not even a space. */
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
  const hooks = memberValue(memberOf(root, 'hooks'))
  if (hooks === undefined) return insertedJson(text, root, { [event]: [group] }, 'hooks')
  if (hooks.type !== 'object') throw unexpected(file, '"hooks"', 'an object')
  const groups = memberValue(memberOf(hooks, event))
  if (groups === undefined) return insertedJson(text, hooks, [group], event)
  if (groups.type !== 'array') throw unexpected(file, `"hooks.${event}"`, 'a list')
  return insertedJson(text, groups, group)
}

/** Removes our hooks; a group, an event and "hooks" are removed too if nothing is left in them. */
export function withoutJsonHooks(text: string, file: string, host: string): string {
  let result = text
  for (let next = withoutOne(result, file, host); next !== undefined; next = withoutOne(result, file, host))
    result = next
  return result
}

function withoutOne(text: string, file: string, host: string): string | undefined {
  if (text.trim() === '') return undefined
  const root = jsonTree(text, file)
  const member = memberOf(root, 'hooks')
  const hooks = memberValue(member)
  if (member === undefined || hooks?.type !== 'object') return undefined
  for (const event of nodeEntries(hooks)) {
    const groups = memberValue(event)
    if (groups?.type !== 'array') continue
    for (const group of nodeEntries(groups)) {
      const commands = commandsOf(group)
      const own = nodeEntries(commands).find(item => isOwn(item, host))
      if (commands === undefined || own === undefined) continue
      if (nodeEntries(commands).length > 1) return removed(text, commands, own)
      if (nodeEntries(groups).length > 1) return removed(text, groups, group)
      if (nodeEntries(hooks).length > 1) return removed(text, hooks, event)
      return removed(text, root, member)
    }
  }
  return undefined
}

function commandsOf(group: Node): Node | undefined {
  const commands = memberValue(memberOf(group, 'hooks'))
  return commands?.type === 'array' ? commands : undefined
}

function commandOf(item: Node): string {
  return textValue(memberValue(memberOf(item, 'command'))) ?? ''
}

function isOwn(item: Node, host: string): boolean {
  return isOwnCommand(host, commandOf(item))
}

/** Our hooks, in order. */
export function jsonHooksIn(text: string, file: string, host: string): readonly ConfiguredHook[] {
  if (text.trim() === '') return []
  const hooks = memberValue(memberOf(jsonTree(text, file), 'hooks'))
  if (hooks?.type !== 'object') return []
  return nodeEntries(hooks).flatMap(event => {
    const groups = memberValue(event)
    return (groups?.type === 'array' ? nodeEntries(groups) : []).flatMap(group => {
      const matcher = textValue(memberValue(memberOf(group, 'matcher')))
      return nodeEntries(commandsOf(group))
        .filter(item => isOwn(item, host))
        .map(item => ({ event: memberKey(event), matcher, command: commandOf(item) }))
    })
  })
}

function unexpected(file: string, what: string, kind: string): FoveaError {
  const message = `${file}: ${what} is not ${kind}, so hooks cannot be added. Nothing was written.`
  return errorAtFile('file-unwritable', file, message)
}
