/** A tool of the MCP server: its description for a model, and its function. */
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import { optionError } from '../../errors.ts'
import type { RawRecord } from '../../formats/raw-value.ts'
import type { McpSettings } from './mcp-options.ts'

export interface McpTool {
  readonly name: string
  readonly title: string
  /** Tells a model when to use it. */
  readonly description: string
  /** JSON Schema of the input, which is validated before `run`. */
  readonly input: RawRecord
  /** JSON Schema of `ToolAnswer.data`, if the tool answers with data. */
  readonly output?: RawRecord
  readonly annotations: ToolAnnotations
  /** May throw a `FoveaError`: its message, which says what to do, is sent to the model. */
  run(input: RawRecord, settings: McpSettings): Promise<ToolAnswer>
}

export interface ToolAnswer {
  /** Each becomes one block of text. */
  readonly texts: readonly string[]
  readonly data?: RawRecord
}

/** For tools that only read. */
export const reading: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }

/** For tools that add to the store idempotently and delete nothing. */
export const keeping: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** The name of the one that is given. Throws unless exactly one is. */
export function eitherOf<Name extends string>(input: RawRecord, one: Name, other: Name): Name {
  const given = [one, other].filter(name => input[name] !== undefined)
  if (given.length === 1) return given[0] as Name
  throw optionError(given.length === 0 ? `Give ${one} or ${other}.` : `Give ${one} or ${other}, not both.`)
}
