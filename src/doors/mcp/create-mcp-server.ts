/** The MCP server: tools and resources for one connection, whatever carries it. */
import { fromJsonSchema, type JsonSchemaType, McpServer } from '@modelcontextprotocol/server'
import type { RawRecord } from '../../formats/raw-value.ts'
import { packageVersion } from '../package-version.ts'
import { type McpOptions, type McpSettings, resolveMcpOptions } from './mcp-options.ts'
import type { McpTool } from './mcp-tool.ts'
import { addOriginalResources } from './original-resources.ts'
import { toolError, toolResult } from './tool-result.ts'
import { compressTool } from './tools/compress-tool.ts'
import { expandTool } from './tools/expand-tool.ts'
import { ledgerTool } from './tools/ledger-tool.ts'
import { searchTool } from './tools/search-tool.ts'
import { statsTool } from './tools/stats-tool.ts'

const tools: readonly McpTool[] = [compressTool, expandTool, searchTool, ledgerTool, statsTool]

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
