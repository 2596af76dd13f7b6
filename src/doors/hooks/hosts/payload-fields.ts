/** Fields of a host's payload, which may be anything. */
import { isRecord, type RawRecord } from '../../../formats/raw-value.ts'
import type { ToolOutput } from '../../../reduce/shorten-output/reduce-output.ts'

export function textField(record: unknown, key: string): string | undefined {
  const value = isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined
  return typeof value === 'string' ? value : undefined
}

export function recordField(record: RawRecord, key: string): RawRecord {
  const value = Object.hasOwn(record, key) ? record[key] : undefined
  return isRecord(value) ? value : {}
}

/** Facts about an output from the arguments of its tool. */
export function outputSource(tool: string | undefined, input: RawRecord): Omit<ToolOutput, 'text'> {
  return {
    tool,
    command: textField(input, 'command'),
    path: textField(input, 'file_path') ?? textField(input, 'path') ?? textField(input, 'url'),
  }
}
