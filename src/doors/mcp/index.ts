/** The MCP server as a library: `fovea/mcp`. */
export { createMcpServer } from './create-mcp-server.ts'
export { listenMcpHttp, type McpHttpOptions, type McpHttpServer } from './listen-mcp-http.ts'
export type { McpOptions } from './mcp-options.ts'
export { type StdioMcp, serveMcpStdio } from './serve-mcp-stdio.ts'
