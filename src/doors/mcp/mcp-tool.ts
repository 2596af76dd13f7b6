/** A tool of the MCP server: what a model reads of it, and what it does. */
import type { ToolAnnotations } from '@modelcontextprotocol/server'
import { optionError } from '../../errors.ts'
import type { RawRecord } from '../../formats/raw-value.ts'
import type { McpSettings } from './mcp-options.ts'

export interface McpTool {
  readonly name: string
  readonly title: string
  /** Says to a model when to use it. */
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

/** The name of the one that is given. */
export function eitherOf<Name extends string>(input: RawRecord, one: Name, other: Name): Name {
  const given = [one, other].filter(name => input[name] !== undefined)
  if (given.length === 1) return given[0] as Name
  throw optionError(given.length === 0 ? `Give ${one} or ${other}.` : `Give ${one} or ${other}, not both.`)
}
