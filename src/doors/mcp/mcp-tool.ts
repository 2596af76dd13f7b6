/** A tool of the MCP server: what a model reads of it, and what it does. */
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { RawRecord } from '../../formats/raw-value.ts'
import type { McpSettings } from './mcp-options.ts'

export interface McpTool {
  readonly name: string
  readonly title: string
  /** Tells a model when to use it. */
  readonly description: string
  /** JSON Schema of the input, which is held against it before `run`. */
  readonly input: RawRecord
  /** JSON Schema of `ToolAnswer.data`, where the tool answers with data. */
  readonly output?: RawRecord
  readonly annotations: ToolAnnotations
  /** May throw a `FoveaError`: the model gets its message, which says what to do. */
  run(input: RawRecord, settings: McpSettings): Promise<ToolAnswer>
}

export interface ToolAnswer {
  /** One block of text each. */
  readonly texts: readonly string[]
  readonly data?: RawRecord
}

/** Looks and changes nothing. */
export const reading: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }

/** Adds to the store, twice the same once, and takes nothing away. */
export const keeping: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
