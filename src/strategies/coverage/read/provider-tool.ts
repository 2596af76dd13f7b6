/** A call of a tool that the provider ran itself, or its result, read as those of other tools; the message keeps it as it is. */
import { maskSecrets } from '../../../scan/secrets/secrets.ts'
import { isRecord, type RawRecord } from '../../../tokens/json-value.ts'
import { mediaPayload } from '../../../tokens/media-payload.ts'
import { partialJson } from '../../../tokens/partial-json.ts'
import { isSealed } from '../../../tokens/reasoning-text.ts'
import type { OpaqueBlock, ToolCallBlock, ToolResultBlock } from '../../../types.ts'

/** `undefined` for parts of any other kind, and for those that say nothing. */
export function providerTool({ kind, value }: OpaqueBlock): ToolCallBlock | ToolResultBlock | undefined {
  if (kind !== 'serverTool' || !isRecord(value)) return undefined
  const { tool_use_id: answered, type, name, id, is_error: failed } = value
  const isAnswer = typeof answered === 'string'
  const text = isAnswer
    ? readableText(value.content, isDescribing)
    : value.input === undefined
      ? readableText(withToolNames(value), isDescribing)
      : readableText(value.input)
  if (text === '') return undefined
  if (isAnswer) {
    const outcome = typeof failed === 'boolean' ? { isError: failed } : {}
    return { type: 'toolResult', callId: answered, text, media: 'text', ...outcome }
  }
  const title = [name, type, ...Object.keys(value)].find(said => typeof said === 'string')
  return {
    type: 'toolCall',
    callId: typeof id === 'string' ? id : '',
    name: String(title),
    text,
    media: 'json',
  }
}

/** Definitions of tools that became available are as long as a manual: of each only its name. */
function withToolNames(value: RawRecord): RawRecord {
  return Array.isArray(value.tools) ? { ...value, tools: toolNames(value.tools) } : value
}

/** `[{ type: 'namespace', tools: [{ name: 'ask' }] }, { name: 'rows' }]` → `ask, rows` */
function toolNames(tools: readonly unknown[]): string {
  return tools
    .filter(isRecord)
    .flatMap(({ name, tools: members }) =>
      Array.isArray(members) ? members.filter(isRecord).map(member => member.name) : [name],
    )
    .filter(name => typeof name === 'string')
    .join(', ')
}

/** Members that only identify a part: `id`, `container_id`. What a tool was asked may have members of the same names. */
const identifying = /^(?:id|type|status|name|\w{1,40}_id)$/

function isDescribing(key: string): boolean {
  return !identifying.test(key)
}

function readableText(value: unknown, isShown: (key: string) => boolean = () => true): string {
  const text = partialJson(
    value,
    (key, part) => part !== null && isShown(key) && !isSealed(key) && mediaPayload(part)?.data === undefined,
  )
  return /[^\s[\]{}",:]/.test(text) ? maskSecrets(text) : ''
}
