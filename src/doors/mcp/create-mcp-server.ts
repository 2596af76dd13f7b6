/** The MCP server: tools and resources for one connection, whatever carries it. */
import {
  type CallToolResult,
  fromJsonSchema,
  type JsonSchemaType,
  McpServer,
} from '@modelcontextprotocol/server'
import { type ErrorCode, FoveaError } from '../../errors.ts'
import { isRecord, type RawRecord } from '../../formats/raw-value.ts'
import {
  expandLookup,
  expandOriginal,
  searchLookup,
  searchOriginals,
} from '../../tools/lookup/lookup-tools.ts'
import { packageVersion } from '../package-version.ts'
import { type McpOptions, type McpSettings, resolveMcpOptions } from './mcp-options.ts'
import { type McpTool, reading, type ToolAnswer } from './mcp-tool.ts'
import { addOriginalResources } from './original-resources.ts'
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
        return toolResult(await tool.run(given, settings))
      } catch (error) {
        return toolError(error)
      }
    },
  )
}

/** What a tool did, or why it could not, as the protocol says it. */
function toolResult({ texts, data }: ToolAnswer): CallToolResult {
  const content = texts.map(text => ({ type: 'text' as const, text: text.toWellFormed() }))
  return data === undefined ? { content } : { content, structuredContent: data }
}

/** An error that the model sees: what is wrong, and what to do. The code is beside it, for programs. */
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

/** Where the message itself does not say what to do. */
const advices: Partial<Record<ErrorCode, string>> = {
  'not-found': 'Copy the handle exactly from its marker, or find it with search.',
  purged: 'It was deleted for good; go on without it.',
  corrupt: 'It cannot be read any more; produce it anew, for example by running the command again.',
  'store-locked': 'Another process is writing; try again in a moment.',
  'store-full': 'Nothing was kept and nothing was replaced; ask the user to make room.',
  'store-readonly': 'Originals can be read but not kept; ask the user to make the store writable.',
  'store-closed': 'The server is about to end; go on without it.',
  internal: 'Go on without it, and tell the user.',
}

/** The tool `expand`: an original, a range of its lines, or the lines that hold a text. */
const expandTool: McpTool = {
  name: 'expand',
  title: 'Expand a handle',
  description: expandLookup.description,
  input: expandLookup.input,
  annotations: reading,
  run: async (input, { store }) => ({ texts: [await expandOriginal(input, store)] }),
}

/** The tool `search`: words in everything that was ever shortened. */
const searchTool: McpTool = {
  name: 'search',
  title: 'Search the originals',
  description: `${searchLookup.description} Then read around a line with expand.`,
  input: {
    ...searchLookup.input,
    properties: {
      ...(isRecord(searchLookup.input.properties) ? searchLookup.input.properties : {}),
      session: { type: 'string', description: 'Only originals of this session; all unless told.' },
    },
  },
  annotations: reading,
  run: async (input, { store }) => ({ texts: [await searchOriginals(input, store)] }),
}

const tools: readonly McpTool[] = [compressTool, expandTool, searchTool, ledgerTool, statsTool]
