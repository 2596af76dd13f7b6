/** Issues, documents and pull requests that a call has created elsewhere, by the name that the answer gives them. */
import { isRecord, jsonValue, type RawRecord } from '../../tokens/json-value.ts'
import type { ReadCall } from './actions-in.ts'
import { argumentsOf, textArgument } from './call-arguments.ts'
import { commandOutput } from './command-output.ts'
import { type ShellCommand, shellCommands } from './shell/shell-commands.ts'
import type { ShellWord } from './shell/shell-tokens.ts'
import { toolPurpose } from './tool-verb.ts'

interface CreatedThing {
  /** `PROJ-12`, `https://github.com/me/app/issues/7` */
  readonly name: string
  readonly title?: string
}

export function createdThings({ tool, arguments: text, actions, answer }: ReadCall): readonly CreatedThing[] {
  if (answer === undefined || answer.isError === true) return []
  const [first] = actions
  if (first?.action.type === 'run') {
    const { command, outcome } = first.action
    if (!command.includes(create) || (outcome !== 'ok' && outcome !== 'finished')) return []
    return createdByCommands(shellCommands(command).filter(isCreation), commandOutput(answer.text))
  }
  if (tool === undefined || first !== undefined || !isCreator(tool)) return []
  const thing = createdIn(recordIn(commandOutput(answer.text)))
  if (thing === undefined) return []
  return [withTitle(thing, textArgument(argumentsOf({ text }), titleNames))]
}

const create = 'create'
/** A comment is posted on something, and is not called by a name. */
const comment = /comment|reply|message/i

/** `create_issue`, `mcp__tracker__createIssue` */
function isCreator(tool: string): boolean {
  const own = tool.split(/__|[./:]/).at(-1) ?? ''
  return /^create(?![a-z])/.test(own) && !comment.test(own) && toolPurpose(tool)?.isKnown !== true
}

/** The first words of a command, which say what it does: `az boards work-item create`. */
const maxWords = 4

const withoutEffect = /^(?:-h|--help|--dry-run|--web)$/

const makesProjects = /^(?:npm|pnpm|yarn|bun|conda)$/

/** `bd create "Title"`, `gh issue create --title Title` */
function isCreation({ words }: ShellCommand): boolean {
  const at = words.findIndex(({ text }) => text === create)
  // `npm create astro@latest app` makes files.
  if (makesProjects.test(words[0]?.text ?? '')) return false
  const isDone = at > 0 && at < maxWords && !words.some(({ text }) => withoutEffect.test(text))
  return isDone && words.slice(0, at).every(({ text }) => /^[\w-]{1,40}$/.test(text) && !text.startsWith('-'))
}

const titleNames: readonly string[] = ['title', 'summary', 'name']
const titleOption = /^--(?:title|summary|name)(?:=|$)/

/** `undefined` where only the shell knows the title. */
function titleOf({ words }: ShellCommand): string | undefined {
  const args = words.slice(words.findIndex(({ text }) => text === create) + 1)
  const word = titleWord(args)
  if (word === undefined || word.isDynamic) return undefined
  return word.text.replace(/^--[a-z]{1,10}=/, '')
}

/** `--title Title`, `--title=Title`, else `create Title -t bug`, else `-t Title`. */
function titleWord(args: readonly ShellWord[]): ShellWord | undefined {
  const long = args.findIndex(({ text }) => titleOption.test(text))
  if (long >= 0) return args[long]?.text.includes('=') === true ? args[long] : args[long + 1]
  if (args[0]?.text.startsWith('-') === false) return args[0]
  const short = args.findIndex(({ text }) => text === '-t')
  return short < 0 ? undefined : args[short + 1]
}

function createdByCommands(commands: readonly ShellCommand[], output: string): readonly CreatedThing[] {
  if (commands.length === 0) return []
  const record = recordIn(output)
  const one = record === undefined ? undefined : createdIn(record)
  const found = record === undefined ? createdInLines(output) : one === undefined ? [] : [one]
  // Which of more were created is not known.
  if (found.length > commands.length) return []
  // Several that do not say which is whose are known by their names alone.
  const titles = found.length === commands.length ? commands.map(titleOf) : []
  return found.map((thing, at) => withTitle(thing, titles[at]))
}

const maxLength = 200_000

function recordIn(output: string): RawRecord | undefined {
  if (output.length > maxLength || !/^\s{0,8}\{/.test(output)) return undefined
  const value = jsonValue(output) ?? jsonValue(output.slice(0, endOfFirst(output)))
  return isRecord(value) ? value : undefined
}

/** The position after the first of several records that are printed on separate lines. */
function endOfFirst(output: string): number {
  const end = output.indexOf('\n}\n')
  return end < 0 ? 0 : end + 2
}

/** In the order in which people prefer them. */
const names: readonly string[] = ['identifier', 'key', 'html_url', 'url', 'web_url']

function createdIn(record: RawRecord | undefined): CreatedThing | undefined {
  if (record === undefined || hasErrors(record)) return undefined
  const title = textArgument(record, titleNames)
  const own = textArgument(record, names)
  const id = own === undefined && title !== undefined ? textArgument(record, ['id']) : own
  const name = id?.trim()
  return name === undefined || !singleWord.test(name) ? undefined : withTitle({ name }, title)
}

/** `{"errors": []}` holds none. */
function hasErrors({ error, errors }: RawRecord): boolean {
  return [error, errors].some(said => Boolean(said) && !(Array.isArray(said) && said.length === 0))
}

const singleWord = /^\S{1,300}$/
/** `https://github.com/me/app/issues/7`, alone in its line. */
const urlLine = /^\s{0,8}(https?:\/\/[^\s"'<>]{1,300})\s{0,8}$/
/** `✓ Created issue: app-12 — Title`, `Created issue #12` */
const createdLine =
  /^\W{0,4}created (?:[a-z]{1,20} ){0,2}[a-z]{1,20}(?:: ?| (?=#))(#?[\w./-]{0,40}[\w])(?: {1,4}[—–:-] {1,4}(\S.{0,300}))?$/i
/** `app-12` and nothing else: a command that is asked for the name alone. */
const bareName = /^\s{0,8}([A-Za-z][\w.]{0,20}-[\w.-]{1,20})\s{0,8}$/

const maxLines = 400

function createdInLines(output: string): readonly CreatedThing[] {
  const lines = output.slice(0, maxLength).split('\n', maxLines)
  const said = lines.flatMap(line => {
    const [, name, title] = createdLine.exec(line) ?? []
    return name === undefined || !/\d|-/.test(name) ? [] : [withTitle({ name }, title)]
  })
  if (said.length > 0)
    return said.filter(({ name }, at) => said.findIndex(thing => thing.name === name) === at)
  const urls = new Set(lines.flatMap(line => urlLine.exec(line)?.[1] ?? []))
  if (urls.size > 0) return Array.from(urls, name => ({ name }))
  const bare = bareName.exec(output)?.[1]
  return bare === undefined ? [] : [{ name: bare }]
}

function withTitle(thing: CreatedThing, title: string | undefined): CreatedThing {
  const said = title?.trim().replaceAll(/\s{1,200}/g, ' ')
  return thing.title !== undefined || said === undefined || said === '' ? thing : { ...thing, title: said }
}
