/** Whether our tools can be behind those of the client. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'

/** None where the client sends no tools, and where a name is taken. */
export function toolsBehind(
  { tools }: RawRecord,
  ours: readonly RawRecord[],
  nameOf: (tool: RawRecord) => unknown,
): readonly RawRecord[] {
  if (!Array.isArray(tools) || tools.length === 0) return []
  const names = new Set(ours.map(nameOf))
  return tools.some(tool => isRecord(tool) && names.has(nameOf(tool))) ? [] : ours
}
