/** The MCP server: tools and resources for one connection, over any transport. */
import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaType,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { type ErrorCode, FoveaError } from '../../errors.ts'
import { isRecord, type RawRecord } from '../../formats/raw-value.ts'
import type { Store } from '../../store/store.ts'
import { isText, toText } from '../../tokens/bytes.ts'
import {
  answerSearch,
  checkArguments,
  expandLookup,
  expandOriginal,
  searchLookup,
} from '../../tools/lookup/lookup-tools.ts'
import { packageVersion } from '../package-version.ts'
import { type McpOptions, type McpSettings, resolveMcpOptions } from './mcp-options.ts'
import { type McpTool, reading, type ToolAnswer } from './mcp-tool.ts'
import { compressTool } from './tools/compress-tool.ts'
import { ledgerTool } from './tools/ledger-tool.ts'
import { statsTool } from './tools/stats-tool.ts'

const instructions =
  'Handles such as db_3f9a2c71d04b stand for exact originals. Expand one when its short form does not say enough; search when you remember words but see no handle; compress what is long before you pass it on.'

/** Connect it to a transport of the official SDK. The store stays open when the connection ends. */
export function createMcpServer(options: McpOptions = {}): McpServer {
  const settings = resolveMcpOptions(options)
  const server = new McpServer({ name: 'fovea', title: 'Fovea', version: packageVersion() }, { instructions })
  for (const tool of tools) addTool(server, tool, settings)
  addOriginalResources(server, settings.store)
  return server
}

function addTool(server: McpServer, tool: McpTool, settings: McpSettings): void {
  const { name, title, description, input, output, annotations } = tool
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: fromJsonSchema<RawRecord>(input as JsonSchemaType),
      ...(output === undefined ? {} : { outputSchema: fromJsonSchema(output as JsonSchemaType) }),
      annotations,
    },
    async given => {
      try {
        checkArguments(given, tool)
        return toolResult(await tool.run(given, settings))
      } catch (error) {
        return toolError(error)
      }
    },
  )
}

/** The answer of a tool in the form of the protocol. */
function toolResult({ texts, data }: ToolAnswer): CallToolResult {
  const content = texts.map(text => ({ type: 'text' as const, text: text.toWellFormed() }))
  return data === undefined ? { content } : { content, structuredContent: data }
}

/** An error for the model: what is wrong, and what to do. Programs read its code. */
function toolError(error: unknown): CallToolResult {
  const { code, message, place } = FoveaError.isInstance(error) ? error : unforeseen
  const advice = advices[code]
  return {
    content: [{ type: 'text', text: `${message}${advice === undefined ? '' : ` ${advice}`}`.toWellFormed() }],
    isError: true,
    _meta: { 'fovea/error': { code, ...place } },
  }
}

const unforeseen = { code: 'internal', message: 'Something unforeseen went wrong.', place: {} } as const

/** Advice for errors whose message does not say what to do. */
const advices: Partial<Record<ErrorCode, string>> = {
  'not-found': 'Copy the handle exactly from its marker, or find it with search.',
  purged: 'It was deleted for good; go on without it.',
  corrupt: 'It cannot be read any more; produce it again, for example by running the command once more.',
  'store-locked': 'Another process is writing; try again in a moment.',
  'store-full': 'Nothing was kept and nothing was replaced; ask the user to make room.',
  'store-readonly': 'Originals can be read but not kept; ask the user to make the store writable.',
  'store-closed': 'The server is about to end; go on without it.',
  internal: 'Go on without it, and tell the user.',
}

/** The tool `expand`: an original, a range of its lines, or the lines that contain a text. */
const expandTool: McpTool = {
  name: 'expand',
  title: 'Expand a handle',
  description: expandLookup.description,
  input: expandLookup.input,
  annotations: reading,
  run: async (input, { store }) => ({ texts: [await expandOriginal(input, store)] }),
}

/** The tool `search`: finds words in all originals. */
const searchTool: McpTool = {
  name: 'search',
  title: 'Search the originals',
  description: `${searchLookup.description} Then read around a line with expand.`,
  input: {
    ...searchLookup.input,
    properties: {
      ...(isRecord(searchLookup.input.properties) ? searchLookup.input.properties : {}),
      session: { type: 'string', description: 'Only originals of this session; all by default.' },
    },
  },
  annotations: reading,
  run: async (input, { store }) => ({ texts: [await answerSearch(input, store)] }),
}

const tools: readonly McpTool[] = [compressTool, expandTool, searchTool, ledgerTool, statsTool]

const root = 'fovea://original/'
/** The number of latest originals that are listed; older ones can still be searched and read by handle. */
const maxListed = 100
/** Larger originals are read in parts. */
const maxBytes = 4 * 1024 * 1024

/** Originals as resources: `fovea://original/db_3f9a2c71d04b`. */
function addOriginalResources(server: McpServer, store: Store): void {
  const template = new ResourceTemplate(`${root}{handle}`, {
    list: async () => ({
      resources: (await store.newest(maxListed)).map(({ handle, size }) => ({
        uri: `${root}${handle}`,
        name: handle,
        size,
      })),
    }),
  })
  server.registerResource(
    'original',
    template,
    {
      title: 'Originals',
      description: 'The exact text that a handle such as db_3f9a2c71d04b names; the latest are listed.',
    },
    async ({ href }, { handle }) => ({ contents: [await contentsOf(String(handle), href, store)] }),
  )
}

async function contentsOf(handle: string, uri: string, store: Store) {
  const bytes = await bytesOf(handle, uri, store)
  if (bytes.length > maxBytes)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${handle} has ${bytes.length} bytes, too many for one answer; read parts of it with the tool expand and its first_line and last_line.`,
    )
  if (!isText(bytes))
    return { uri, mimeType: 'application/octet-stream', blob: Buffer.from(bytes).toString('base64') }
  return { uri, mimeType: 'text/plain', text: toText(bytes).toWellFormed() }
}

async function bytesOf(handle: string, uri: string, store: Store): Promise<Uint8Array> {
  try {
    return await store.get(handle)
  } catch (error) {
    if (!FoveaError.isInstance(error)) throw error
    if (error.code === 'not-found' || error.code === 'purged')
      throw new ResourceNotFoundError(uri, error.message)
    const isOfCaller = error.code === 'invalid-handle' || error.code === 'ambiguous-handle'
    throw new ProtocolError(
      isOfCaller ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
      error.message,
      { code: error.code },
    )
  }
}
