/** Our tools behind those of the client, so that what stands before them stays as it was. */
import { isRecord, type RawRecord } from '../../formats/raw-value.ts'

/** The very body where a name is taken, or where its list of tools is none. */
export function withListedTools(
  body: RawRecord,
  ours: readonly RawRecord[],
  nameOf: (tool: RawRecord) => unknown,
): RawRecord {
  const { tools = [] } = body
  if (!Array.isArray(tools)) return body
  const names = new Set(ours.map(nameOf))
  const isTaken = tools.some(tool => isRecord(tool) && names.has(nameOf(tool)))
  return isTaken ? body : { ...body, tools: [...tools, ...ours] }
}
