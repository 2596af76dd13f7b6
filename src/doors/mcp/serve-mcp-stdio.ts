/** The MCP server on standard input and output, as clients start it. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createMcpServer } from './create-mcp-server.ts'
import { type McpOptions, maxRequestBytes, resolveMcpOptions } from './mcp-options.ts'

export interface StdioMcp {
  /** Settles when the client has disconnected. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** Nothing else may write to standard output while it runs. */
export function serveMcpStdio(options: McpOptions = {}): StdioMcp {
  const settings = resolveMcpOptions(options)
  const { stdin, stdout } = process
  // Each answer waits for the stream to drain: many requests at once would otherwise cause a warning about a leak.
  stdout.setMaxListeners(0)
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: maxRequestBytes })
  const ended = new Promise<void>(resolve => {
    stdin.once('end', resolve)
    stdin.once('close', resolve)
  })
  const { close } = serveStdio(() => createMcpServer(settings), { transport })
  return { ended, close }
}
