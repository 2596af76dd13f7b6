/** One short line about a call: `Read src/a.ts`, `Bash npm test`, `Edit src/a.ts`. */
import { wordCut } from '../word-cut.ts'
import type { Intent } from './action.ts'
import { patchIntents } from './apply-patch.ts'
import { argumentsOf, isHostArgument } from './call-arguments.ts'
import { commandOf } from './call-command.ts'
import { inlineMessages } from './inline-messages.ts'
import { isWaiting } from './late-results.ts'
import { type NamedCall, rememberedCall } from './remembered-call.ts'
import { shellPatch } from './shell-patch.ts'
import { toolIntents } from './tool-intents.ts'
import { toolPurpose } from './tool-verb.ts'

/** Maximum length of a description, without the directory. */
const maxLength = 120

export const describeCall: (call: NamedCall) => string = rememberedCall(description, 'description')

function description(call: NamedCall): string {
  const handed = shellPatch(call)
  const command = handed === undefined ? commandOf(call) : undefined
  const intents = handed === undefined ? toolIntents(call) : patchIntents(handed.patch, handed.directory)
  const [first] = intents
  const said = command ?? (first === undefined ? shortArguments(call) : wordsFor(first))
  // Only the arguments of a patch say that a file is deleted.
  const isGone =
    first?.type === 'delete' && (handed !== undefined || toolPurpose(call.name)?.verb === 'patch')
  const notes = [...(isGone ? ['deleted'] : []), ...othersIn(intents)]
  const more = notes.length === 0 ? '' : ` (${notes.join(', ')})`
  const line = firstLine(command === undefined ? said : inlineMessages(said))
  const name = handed === undefined ? call.name : `${call.name} apply_patch`
  return line === '' ? name : `${name} ${line}${more}`
}

/** Longer values are shown below the line. */
const maxValue = 60

/** `{"id": "ABC-12"}` → `ABC-12`, with more arguments `id=ABC-12 expand=true`: what a tool of another program was asked for. */
function shortArguments(call: NamedCall): string {
  if (isWaiting(call.name)) return ''
  const given = Object.entries(argumentsOf(call)).filter(([name]) => !isHostArgument(name))
  const short = given.filter(([, value]) => isShort(value))
  if (given.length === 1) return String(short[0]?.[1] ?? '')
  return short.map(([name, value]) => `${name}=${value}`).join(' ')
}

function isShort(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && value.length <= maxValue && !/[\n\r]/.test(value)
  return typeof value === 'number' || typeof value === 'boolean'
}

/** `and 2 more files`; nothing where the others are of several kinds. */
function othersIn(intents: readonly Intent[]): readonly string[] {
  const others = intents.length - 1
  const isOf = (holds: (intent: Intent) => boolean): boolean => others > 0 && intents.every(holds)
  const things = isOf(({ type }) => type === 'ask')
    ? 'question'
    : isOf(intent => 'path' in intent && intent.type !== 'search')
      ? 'file'
      : undefined
  return things === undefined ? [] : [`and ${others} more ${things}${others === 1 ? '' : 's'}`]
}

/** A pattern may have quotation marks of its own. */
function quoted(pattern: string): string {
  const mark = pattern.includes('"') && !pattern.includes('`') ? '`' : '"'
  return mark + pattern + mark
}

function wordsFor(intent: Intent): string {
  switch (intent.type) {
    case 'move':
      return `${intent.path} → ${intent.to}`
    case 'run':
      return intent.command
    case 'search':
      return quoted(intent.query) + (intent.path === undefined ? '' : ` in ${intent.path}`)
    case 'fetch':
      return intent.url
    case 'todo':
      return todoWords(intent)
    case 'ask':
      return intent.question
    case 'delegate':
      return intent.task
    default:
      return intent.path
  }
}

function todoWords({ items, isWhole }: Extract<Intent, { type: 'todo' }>): string {
  const active = items.find(({ state }) => state === 'active') ?? items[0]
  if (active === undefined) return ''
  if (!isWhole) return active.text === '' ? `#${active.id}: ${active.state}` : active.text
  const done = items.filter(({ state }) => state === 'done').length
  return `${done} of ${items.length} done: ${active.text}`
}

function firstLine(text: string): string {
  const start = commandStart(text)
  const line = start.split('\n', 1)[0] ?? ''
  const limit = maxLength + ((place.exec(line) ?? above.exec(line))?.[0].length ?? 0)
  const isCut = line.length > limit || line.length < start.trim().length
  return `${wordCut(line, limit).trimEnd()}${isCut ? ' …' : ''}`
}

/** `cd /home/me/app && ` */
const place = /^cd [^\s;&|]{1,300} ?(?:&&|;) /
/** `/home/me/app/` of the path of a file. */
const above = /^\/(?:[^\s/]{1,100}\/){1,20}/

/** Blank lines, lines that only continue (`\` and a line break), `set -e`, a heading of what is printed (`echo "=== a ===";`). */
const nothingYet =
  /^(?:[ \t\r\n]|\\\r?\n|set -[a-z]{1,8}(?: pipefail)?[ \t]{0,4}(?:;|\n|&&)|echo (?:"[^"$`\n]{0,200}"|'[^'\n]{0,200}'|[\w=-]{1,100})[ \t]{0,4}(?:;|\n|&&))+/

/** A command from its first word on; the directory that it runs in stays before it. */
export function commandStart(command: string): string {
  const start = command.replace(nothingYet, '')
  const where = place.exec(start)?.[0] ?? ''
  const rest = where === '' ? '' : start.slice(where.length).replace(nothingYet, '')
  return rest === '' ? start : where + rest
}
