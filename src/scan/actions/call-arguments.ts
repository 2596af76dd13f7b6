/** The arguments of a tool call, whichever way an agent writes them: an object, a list of words, or free text. */
import { isRecord, jsonValue } from '../../tokens/json-value.ts'
import type { ToolCallBlock } from '../../types.ts'

/** Own keys only are ever read, so that a `__proto__` among them is a key like any other. */
export type CallArguments = Readonly<Record<string, unknown>>

/** Parsed once a block: most are asked for several times, and blocks never change. */
const parsed = new WeakMap<object, CallArguments>()

/** The object that the text is; `{ input: text }` for anything else. */
export function argumentsOf(block: Pick<ToolCallBlock, 'text'>): CallArguments {
  let args = parsed.get(block)
  if (args === undefined) {
    args = readArguments(block.text)
    parsed.set(block, args)
  }
  return args
}

/** For a reader of messages that has the object at hand: the text that it wrote of it is not parsed. */
export function rememberArguments(block: Pick<ToolCallBlock, 'text'>, value: CallArguments): void {
  parsed.set(block, value)
}

function readArguments(text: string): CallArguments {
  const value = jsonValue(text)
  return isRecord(value) ? value : { input: value === undefined ? text : value }
}

/** The first of these arguments that is a text with something in it. */
export function textArgument(args: CallArguments, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

const ofHost =
  /^(?:timeout\w{0,8}|offset|limit|head_limit|yield_time_ms|max_\w{1,30}|replace_all|run_in_background|is_background|block|output_mode|-[a-zA-Z])$/

/** Whether an argument says how much a tool shows or how long it may take, not what it does. */
export function isHostArgument(name: string): boolean {
  return ofHost.test(name)
}

/** The first of these arguments that is a list, with its entries. */
export function listArgument(args: CallArguments, names: readonly string[]): readonly unknown[] {
  for (const name of names) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined
    if (Array.isArray(value)) return value
  }
  return []
}

/** The object that an entry of a list is; an empty one for anything else. */
export function entryArguments(value: unknown): CallArguments {
  return isRecord(value) ? value : {}
}

export const pathNames: readonly string[] =
  `file_path filePath path filename file_name file absolute_path absolutePath target_file targetFile
  TargetFile AbsolutePath notebook_path relative_path uri`.split(/\s+/)

export const commandNames: readonly string[] =
  'command cmd script CommandLine command_line bash_command shell_command'.split(' ')

/** What an edit writes, and what it writes over. */
export const newTextNames: readonly string[] =
  'new_string newText new_str new_text replace replacement_text content contents file_text'.split(' ')
export const oldTextNames: readonly string[] = ['old_string', 'oldText', 'old_str', 'old_text', 'search']

export const urlNames: readonly string[] = ['url', 'Url', 'uri', 'link']
