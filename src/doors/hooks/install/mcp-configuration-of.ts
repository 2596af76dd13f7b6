/** Adds our server to the list of servers of a host, and removes it. Pure. */
import type { Node } from 'jsonc-parser'
import { errorAtFile } from '../../../errors.ts'
import { shellQuoted } from '../../../scan/actions/shell/shell-quoted.ts'
import type { Host, McpFile } from '../hosts/host.ts'
import type { Configuration, Surroundings } from './configuration.ts'
import {
  insertedJson,
  jsonTree,
  memberOf,
  memberValue,
  nodeEntries,
  removed,
  textValue,
} from './json-edit.ts'
import { ownLines } from './own-lines.ts'
import { tomlKeys } from './toml-keys.ts'

const serverName = 'fovea'

/** `words`: how the host starts the server. `undefined` if the host has no such servers. */
export function mcpConfigurationOf(
  host: Host,
  { home, env }: Pick<Surroundings, 'home' | 'env'>,
  words: readonly string[],
): Configuration | undefined {
  const { mcp } = host
  if (mcp === undefined) return undefined
  const file = mcp.path(home, env)
  const part = 'mcp'
  const entry = mcp.entry(words)
  return mcp.servers === 'toml'
    ? {
        host,
        file,
        part,
        add: text => withTable(text, file, entry),
        remove: ours.remove,
        hooks: text => asHooks(tableWords(text)),
      }
    : {
        host,
        file,
        part,
        add: text => withServer(text, file, mcp.servers, entry),
        remove: text => withoutServer(text, file, mcp.servers),
        hooks: text => asHooks(serverWords(text, file, mcp.servers)),
      }
}

/** The configured command, in the form that installations share. */
function asHooks(words: readonly string[] | undefined): ReturnType<Configuration['hooks']> {
  return words === undefined
    ? []
    : [{ event: 'mcp', matcher: undefined, command: words.map(shellQuoted).join(' ') }]
}

/** A server that the user added is left as it is. */
function withServer(text: string, file: string, key: McpFile['servers'], entry: object): string {
  const whole = text.trim() === '' ? '{}\n' : text
  const root = objectIn(jsonTree(whole, file), file, 'it')
  const servers = memberValue(memberOf(root, key))
  if (servers === undefined) return insertedJson(whole, root, { [serverName]: entry }, key)
  const list = objectIn(servers, file, `"${key}"`)
  return memberOf(list, serverName) === undefined ? insertedJson(whole, list, entry, serverName) : text
}

/** The list is removed too if nothing is left in it. */
function withoutServer(text: string, file: string, key: McpFile['servers']): string {
  if (serverWords(text, file, key) === undefined) return text
  const root = objectIn(jsonTree(text, file), file, 'it')
  const list = memberOf(root, key)
  const servers = memberValue(list)
  const server = memberOf(servers, serverName)
  if (list === undefined || servers === undefined || server === undefined) return text
  return nodeEntries(servers).length > 1 ? removed(text, servers, server) : removed(text, root, list)
}

/** The words that start our server; `undefined` if it is not listed, or if another server has that name. */
function serverWords(text: string, file: string, key: McpFile['servers']): readonly string[] | undefined {
  if (text.trim() === '') return undefined
  const server = memberValue(memberOf(memberValue(memberOf(jsonTree(text, file), key)), serverName))
  const command = memberValue(memberOf(server, 'command'))
  const words = [...textsIn(command), ...textsIn(memberValue(memberOf(server, 'args')))]
  return words.at(-1) === 'mcp' ? words : undefined
}

/** The texts of one string, or of a list of strings. */
function textsIn(node: Node | undefined): readonly string[] {
  const one = textValue(node)
  if (one !== undefined) return [one]
  return node?.type === 'array' ? nodeEntries(node).map(item => textValue(item) ?? '') : []
}

function objectIn(node: Node, file: string, what: string): Node {
  if (node.type === 'object') return node
  throw errorAtFile(
    'file-unwritable',
    file,
    `${file}: ${what} is not an object, so no server can be added. Nothing was written.`,
  )
}

const tables = 'mcp_servers'
const ours = ownLines('# fovea mcp: begin (fovea setup --undo)', '# fovea mcp: end')

function withTable(text: string, file: string, entry: Readonly<Record<string, unknown>>): string {
  const servers = tomlKeys(text).filter(({ path }) => path[0] === tables)
  if (servers.some(({ path }) => path[1] === serverName)) return text
  if (servers.some(({ path, value }) => path.length === 1 && value !== undefined))
    throw errorAtFile(
      'file-unwritable',
      file,
      `${file}: its servers are written as one value ("${tables} = …"), to which no table can be added. Move them to [${tables}.NAME] tables. Nothing was written.`,
    )
  // Strings and lists of strings have the same syntax in JSON and in TOML.
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  return ours.add(text, [`[${tables}.${serverName}]`, ...lines])
}

/** Reads only our own lines: a table that a user wrote is not ours. */
function tableWords(text: string): readonly string[] | undefined {
  const lines = ours.in(text) ?? ''
  const command = /^command = (".*")\r?$/m.exec(lines)?.[1]
  const args = /^args = (\[.*\])\r?$/m.exec(lines)?.[1]
  return command === undefined ? undefined : [JSON.parse(command), ...JSON.parse(args ?? '[]')]
}
